import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';

// Not by `Intl`, whose first use takes a cheap phone a tenth of a second, before the first tap is answered.
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

/** What a clock shows at a moment, to be read as UTC. @param offsetMinutes ahead of UTC; the person's own without it */
const shownAt = (at: Date, offsetMinutes = -at.getTimezoneOffset()): Date =>
  new Date(at.getTime() + offsetMinutes * MINUTE_MS);

const month = (shown: Date): string => MONTHS[shown.getUTCMonth()] ?? '';
/** As en-GB shortens it. */
const shortMonth = (shown: Date): string =>
  month(shown).slice(0, shown.getUTCMonth() === SEPTEMBER ? 4 : 3);

/** '14:22' @param offsetMinutes ahead of UTC; the person's own without it */
export const formatClock = (at: Date, offsetMinutes?: number): string =>
  shownAt(at, offsetMinutes).toISOString().slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length);

/** '28 Nov' @param offsetMinutes ahead of UTC; the person's own without it */
export function formatDay(at: Date, offsetMinutes?: number): string {
  const shown = shownAt(at, offsetMinutes);
  return `${shown.getUTCDate()} ${shortMonth(shown)}`;
}

/** '28 Nov 2026', in the person's time zone. */
export const formatDate = (at: Date): string => `${formatDay(at)} ${shownAt(at).getUTCFullYear()}`;

/** '28 November 2026' @param offsetMinutes ahead of UTC; the person's own without it */
export function formatLongDate(at: Date, offsetMinutes?: number): string {
  const shown = shownAt(at, offsetMinutes);
  return `${shown.getUTCDate()} ${month(shown)} ${shown.getUTCFullYear()}`;
}

const ago = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Under a minute 'Just now', then minutes, hours, and from a day on the date. Times ahead count as now. */
export function relativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < MINUTE_MS) return 'Just now';
  if (ageMs < HOUR_MS) return ago(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago(Math.floor(ageMs / HOUR_MS), 'hour');
  return formatDate(at);
}

/** As `relativeTime`, within a sentence: 'just now'. */
export const relativeTimeWithin = (at: Date, now: Date): string =>
  relativeTime(at, now).replace('Just', 'just');

/** The heading over a day's rows: 'Today', 'Yesterday' or the date, by the person's calendar. */
export function dayLabel(at: Date, now: Date): string {
  const midnight = (day: Date): number =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return formatDate(at);
}
