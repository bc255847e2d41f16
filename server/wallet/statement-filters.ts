import { sql, type SQL } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import { getUser } from '../accounts/find-user.ts';
import type { Db } from '../db/database.ts';
import { fieldError } from '../http/app-error.ts';
import { isDate } from '../lib/is-date.ts';
import { isTimeZone, startOfDay } from '../lib/zoned-time.ts';

/** Which lines of a statement are asked for. */
export interface StatementFilters {
  /** The movements' kinds; undefined when any is asked for. */
  readonly kinds: readonly string[] | undefined;
  readonly status: StatementQuery['status'];
  /** Conditions on the moment of a line. */
  readonly within: (moment: SQL) => readonly SQL[];
}

/** From one moment to before another, in ISO 8601 or as places for it. */
interface Span {
  readonly start: unknown;
  readonly end: unknown;
}

/** Whether a range of dates is asked for: it counts only when both are given. */
export const isDated = ({ start_date: start, end_date: end }: StatementQuery): boolean =>
  start !== undefined && end !== undefined;

/** The filters of a statement. @param span undefined without a range of dates */
export const filtersOf = (query: StatementQuery, span: Span | undefined): StatementFilters => ({
  kinds: kindsOf(query.type),
  status: query.status,
  within: (moment) =>
    span
      ? [sql`${moment} >= ${span.start}::timestamptz`, sql`${moment} < ${span.end}::timestamptz`]
      : [],
});

/** Whole days of a time zone, from the first moment of one to that after another; undefined without a range. */
export const spanOf = (
  { start_date: start, end_date: end }: StatementQuery,
  timezone: string,
): Span | undefined =>
  start === undefined || end === undefined
    ? undefined
    : { start: momentOf(start, timezone), end: momentOf(dayAfter(end), timezone) };

/** @throws AppError `validation_failed` for dates and zones that do not exist, and dates in the wrong order. */
export function assertDates({
  start_date: start,
  end_date: end,
  time_zone: zone,
}: StatementQuery): void {
  if (zone !== undefined && !isTimeZone(zone))
    throw fieldError('time_zone', 'must be a time zone like Africa/Lagos');
  if (start !== undefined) assertDate('start_date', start);
  if (end !== undefined) assertDate('end_date', end);
  if (start !== undefined && end !== undefined && end < start)
    throw fieldError('end_date', 'must not be before the start date');
}

/** The time zone that is asked for, else that of where the user lives: days begin at its midnight. */
export async function readTimezone(
  db: Db,
  userId: number,
  { time_zone: zone }: StatementQuery,
): Promise<string> {
  return zone ?? REGIONS[normaliseRegion((await getUser(db, userId)).region)].timezone;
}

/** Both names that a top-up has mean the same. */
const kindsOf = (type: StatementQuery['type']): readonly string[] | undefined =>
  type && [type === 'topup' ? 'wallet_topup' : type];

/** The calendar of PostgreSQL has no year 0. */
const FIRST_DATE = '0001-01-01';

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length);

/** Before and after these days a service has no lines, and a calendar has its oddities. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '9000-01-01'];

const momentOf = (day: string, timezone: string): string => {
  const within = day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day;
  return startOfDay(within, timezone).toISOString();
};

/** A year, month and day that the calendar has, e.g. not 2026-02-30. */
function assertDate(field: string, text: string): void {
  if (!isDate(text) || text < FIRST_DATE) throw fieldError(field, 'must be a date like 2026-01-31');
}
