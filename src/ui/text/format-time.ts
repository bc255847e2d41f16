const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const LONG_DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '14:22', in the person's time zone. */
export const formatClock = (at: Date): string => CLOCK.format(at);

/** '28 Nov' */
export const formatDay = (at: Date): string => DAY_AND_MONTH.format(at);

/** '28 Nov 2026' */
export const formatDate = (at: Date): string => DATE.format(at);

/** '28 November 2026' */
export const formatLongDate = (at: Date): string => LONG_DATE.format(at);

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

/** The heading over a day's rows: 'Today', 'Yesterday' or the date, by the person's calendar. */
export function dayLabel(at: Date, now: Date): string {
  const midnight = (day: Date): number =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return formatDate(at);
}
