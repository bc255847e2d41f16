import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { QuietHours } from './kinds.ts';

const DAY_MINUTES = DAY_MS / MINUTE_MS;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

function minutesIn(nowMs: number, timezone: string): number {
  const clock = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  } as const;
  return minutesOf(new Intl.DateTimeFormat('en-GB', clock).format(nowMs));
}

/** End of the quiet hours at `nowMs`, in ms, else null; equal times mean no quiet hours. */
export function quietUntil(
  nowMs: number,
  { from, to }: QuietHours,
  timezone: string,
): number | null {
  const start = minutesOf(from);
  const length = (minutesOf(to) - start + DAY_MINUTES) % DAY_MINUTES;
  const since = (minutesIn(nowMs, timezone) - start + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return null;
  const minuteStart = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return minuteStart + (length - since) * MINUTE_MS;
}
