import { DAY_MS } from '../../../../contract/durations.ts';
import type { Limits } from '../../../../contract/accounts.ts';

/** Guesses a day that are offered; null for no limit. */
export const CAPS: readonly (number | null)[] = [null, 5, 10, 20, 50, 100];

/** Breaks that are offered, by their length in days. */
export const BREAKS = [
  { days: 0, label: 'Not now' },
  { days: 1, label: 'For a day' },
  { days: 7, label: 'For a week' },
  { days: 30, label: 'For 30 days' },
  { days: 180, label: 'For 180 days' },
] as const;

/** What is sent: without a new break the one that runs stays. @param nowMs ms since the epoch */
export const limitsToSend = (
  { break_until: until }: Limits,
  guessesPerDay: number | null,
  breakDays: number,
  nowMs: number,
): Limits => ({
  guesses_per_day: guessesPerDay,
  break_until:
    breakDays > 0
      ? new Date(nowMs + breakDays * DAY_MS).toISOString()
      : until !== null && new Date(until).getTime() > nowMs
        ? until
        : null,
});
