import { DAY_MS } from '../../../../contract/durations.ts';
import type { Analytics } from '../../../../contract/analytics.ts';

export type DayCount = Analytics['guesses_by_day'][number];

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const FULL = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Noon of a day, so that no change of clocks leads to another one. */
const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** 'YYYY-MM-DD' of a moment by a region's calendar. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);

/** 'Thu' */
export const weekday = (date: string): string => WEEKDAY.format(noon(date));

/** 'Thu 12 Nov' */
export const fullDay = (date: string): string => FULL.format(noon(date)).replace(',', '');

/** The days up to `last`, oldest first, with those without a guess. */
export function daysUpTo(
  counts: readonly DayCount[],
  last: string,
  length: number,
): readonly DayCount[] {
  const byDate = new Map(counts.map(({ date, count }) => [date, count]));
  const end = noon(last).getTime();
  return Array.from({ length }, (_, index) => {
    const date = new Date(end - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { date, count: byDate.get(date) ?? 0 };
  });
}
