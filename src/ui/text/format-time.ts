import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';

// `Intl` is not used, because its first call takes 0.1 s on a cheap phone.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const SEPTEMBER = 8;

/** A date whose UTC fields are the local ones. @param offsetMinutes ahead of UTC */
const shownAt = (at: Date, offsetMinutes = -at.getTimezoneOffset()): Date =>
  new Date(at.getTime() + offsetMinutes * MINUTE_MS);

const month = (shown: Date): string => MONTHS[shown.getUTCMonth()] ?? '';
/** en-GB shortens September to 'Sept'. */
const shortMonth = (shown: Date): string =>
  month(shown).slice(0, shown.getUTCMonth() === SEPTEMBER ? 4 : 3);

/** '14:22' @param offsetMinutes ahead of UTC; the default is the device's */
export const formatClock = (at: Date, offsetMinutes?: number): string =>
  shownAt(at, offsetMinutes).toISOString().slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length);

/** '28 Nov' @param offsetMinutes ahead of UTC; the default is the device's */
export function formatDay(at: Date, offsetMinutes?: number): string {
  const shown = shownAt(at, offsetMinutes);
  return `${shown.getUTCDate()} ${shortMonth(shown)}`;
}

/** '28 Nov 2026', in the device's time zone. */
export const formatDate = (at: Date): string => `${formatDay(at)} ${shownAt(at).getUTCFullYear()}`;

/** '28 November 2026' @param offsetMinutes ahead of UTC; the default is the device's */
export function formatLongDate(at: Date, offsetMinutes?: number): string {
  const shown = shownAt(at, offsetMinutes);
  return `${shown.getUTCDate()} ${month(shown)} ${shown.getUTCFullYear()}`;
}

/** '28 Nov, 14:22' @param offsetMinutes ahead of UTC; the default is the device's */
export const formatDayTime = (at: Date, offsetMinutes?: number): string =>
  `${formatDay(at, offsetMinutes)}, ${formatClock(at, offsetMinutes)}`;

/** '28 Nov 2026, 14:22', in the device's time zone. */
export const formatDateTime = (at: Date): string => `${formatDate(at)}, ${formatClock(at)}`;

/** '28 November 2026, 14:22' @param offsetMinutes ahead of UTC; the default is the device's */
export const formatLongDateTime = (at: Date, offsetMinutes?: number): string =>
  `${formatLongDate(at, offsetMinutes)}, ${formatClock(at, offsetMinutes)}`;

const ago = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** 'Just now', minutes, hours, and a date after one day; future times are 'Just now'. */
export function relativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < MINUTE_MS) return 'Just now';
  if (ageMs < HOUR_MS) return ago(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return formatDate(at);
}

/** Like `relativeTime`, within a sentence: 'just now'. */
export const relativeTimeWithin = (at: Date, now: Date): string =>
  relativeTime(at, now).replace('Just', 'just');

/** 'Today', 'Yesterday' or the date, in the device's time zone. */
export function dayLabel(at: Date, now: Date): string {
  const midnight = (day: Date): number =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return formatDate(at);
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

interface CountdownUnit {
  readonly value: number;
  readonly name: 'days' | 'hrs' | 'min' | 'sec';
}

/** Remaining seconds, rounded up so that zero means over; never negative. */
export const secondsLeft = (remainingMs: number): number =>
  Math.max(0, Math.ceil(remainingMs / SECOND_MS));

/** Days to minutes from one day on, hours to seconds from one hour on, else minutes, seconds. */
export function countdownUnits(remainingMs: number): CountdownUnit[] {
  const total = secondsLeft(remainingMs);
  const days: CountdownUnit = { value: Math.floor(total / DAY_S), name: 'days' };
  const hours: CountdownUnit = { value: Math.floor((total % DAY_S) / HOUR_S), name: 'hrs' };
  const minutes: CountdownUnit = { value: Math.floor((total % HOUR_S) / MINUTE_S), name: 'min' };
  const seconds: CountdownUnit = { value: total % MINUTE_S, name: 'sec' };
  if (total >= DAY_S) return [days, hours, minutes];
  return total >= HOUR_S ? [hours, minutes, seconds] : [minutes, seconds];
}

/** 'mm:ss'; minutes may exceed 59. */
export function formatMinutesSeconds(remainingMs: number): string {
  const total = secondsLeft(remainingMs);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(Math.floor(total / MINUTE_S))}:${pad(total % MINUTE_S)}`;
}

/** '3d 4h', '2h 14m', '14m' or '36s'. */
export function shortCountdown(remainingMs: number): string {
  const total = secondsLeft(remainingMs);
  const [days, hours] = [Math.floor(total / DAY_S), Math.floor((total % DAY_S) / HOUR_S)];
  const minutes = Math.floor((total % HOUR_S) / MINUTE_S);
  if (days > 0) return `${days}d ${hours}h`;
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m` : `${total}s`;
}

/** Text for screen readers; it changes once a minute and each second of the last ten. */
export function spokenCountdown(remainingMs: number): string {
  const total = secondsLeft(remainingMs);
  if (total > 10 && total < MINUTE_S) return 'Less than a minute left';
  const say = (count: number, unit: string): string =>
    count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'} `;
  if (total <= 10) return `${say(total, 'second') || '0 seconds '}left`;
  const minutes = Math.floor((total % HOUR_S) / MINUTE_S);
  return `${say(Math.floor(total / HOUR_S), 'hour')}${say(minutes, 'minute')}left`;
}

interface Day<Row> {
  /** 'Today', 'Yesterday' or the full date. */
  readonly label: string;
  readonly rows: readonly Row[];
}

function labelOf(at: Date, now: Date): string {
  const label = dayLabel(at, now);
  return label === formatDate(at) ? formatLongDate(at) : label;
}

/** Groups rows by day in the device's time zone and keeps their order. */
export function groupByDay<Row extends { readonly created_at: string }>(
  rows: readonly Row[],
  now: Date,
): Day<Row>[] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const label = labelOf(new Date(row.created_at), now);
    const day = days.get(label);
    if (day) day.push(row);
    else days.set(label, [row]);
  }
  return [...days].map(([label, those]) => ({ label, rows: those }));
}
