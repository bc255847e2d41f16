import { SECOND_MS } from '../../../contract/durations.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** One pair of figures on a countdown. */
export interface CountdownUnit {
  readonly value: number;
  readonly name: 'days' | 'hrs' | 'min' | 'sec';
}

/** Seconds still to go, rounded up so that zero means over. Never negative. */
export const secondsLeft = (remainingMs: number): number =>
  Math.max(0, Math.ceil(remainingMs / SECOND_MS));

/**
 * The units a countdown shows: days, hours and minutes from a day on, hours to seconds from an hour on,
 * else minutes and seconds.
 */
export function countdownUnits(remainingMs: number): CountdownUnit[] {
  const total = secondsLeft(remainingMs);
  const days: CountdownUnit = { value: Math.floor(total / DAY_S), name: 'days' };
  const hours: CountdownUnit = { value: Math.floor((total % DAY_S) / HOUR_S), name: 'hrs' };
  const minutes: CountdownUnit = { value: Math.floor((total % HOUR_S) / MINUTE_S), name: 'min' };
  const seconds: CountdownUnit = { value: total % MINUTE_S, name: 'sec' };
  if (total >= DAY_S) return [days, hours, minutes];
  return total >= HOUR_S ? [hours, minutes, seconds] : [minutes, seconds];
}

/** 'mm:ss', minutes running past 59. For the wait after a guess. */
export function formatMinutesSeconds(remainingMs: number): string {
  const total = secondsLeft(remainingMs);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(Math.floor(total / MINUTE_S))}:${pad(total % MINUTE_S)}`;
}

/** '3d 4h', '2h 14m', '14m' or '36s': a countdown in a list, by its two largest units. */
export function shortCountdown(remainingMs: number): string {
  const total = secondsLeft(remainingMs);
  const [days, hours] = [Math.floor(total / DAY_S), Math.floor((total % DAY_S) / HOUR_S)];
  const minutes = Math.floor((total % HOUR_S) / MINUTE_S);
  if (days > 0) return `${days}d ${hours}h`;
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m` : `${total}s`;
}

/**
 * What a screen reader hears of a running countdown: a text that changes once a minute, and each
 * second of the last ten.
 */
export function spokenCountdown(remainingMs: number): string {
  const total = secondsLeft(remainingMs);
  if (total > 10 && total < MINUTE_S) return 'Less than a minute left';
  const say = (count: number, unit: string): string =>
    count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'} `;
  if (total <= 10) return `${say(total, 'second') || '0 seconds '}left`;
  const minutes = Math.floor((total % HOUR_S) / MINUTE_S);
  return `${say(Math.floor(total / HOUR_S), 'hour')}${say(minutes, 'minute')}left`;
}
