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
  /** For after the statement's `from`; empty when every line is. */
  readonly where: SQL;
  /** Days begin at its midnight. */
  readonly timezone: string;
  /** The movements' kinds; undefined when any is asked for. */
  readonly kinds: readonly string[] | undefined;
  readonly status: StatementQuery['status'];
  /** Conditions on the moment of a line. */
  readonly within: (moment: SQL) => readonly SQL[];
}

/**
 * Reads the filters of a statement. Dates count only when both are given, as whole days of the time zone that is asked for,
 * else of where the user lives.
 * @throws AppError `validation_failed` for dates and zones that do not exist, and for dates in the wrong order.
 */
export async function readFilters(
  db: Db,
  userId: number,
  query: StatementQuery,
): Promise<StatementFilters> {
  const { start_date: start, end_date: end } = query;
  if (start !== undefined) assertDate('start_date', start);
  if (end !== undefined) assertDate('end_date', end);
  const timezone =
    query.time_zone ?? REGIONS[normaliseRegion((await getUser(db, userId)).region)].timezone;
  if (!isTimeZone(timezone)) throw fieldError('time_zone', 'must be a time zone like Africa/Lagos');
  if (start !== undefined && end !== undefined && end < start)
    throw fieldError('end_date', 'must not be before the start date');
  const within = (moment: SQL): SQL[] =>
    start === undefined || end === undefined
      ? []
      : [
          sql`${moment} >= ${momentOf(start, timezone)}`,
          sql`${moment} < ${momentOf(dayAfter(end), timezone)}`,
        ];
  const kinds = kindsOf(query.type);
  const conditions = [
    ...(kinds === undefined ? [] : [sql`kind in ${kinds}`]),
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...within(sql`created_at`),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  return { where, timezone, kinds, status: query.status, within };
}

/** The screen's "Topup" means both names that a top-up has. */
function kindsOf(type: StatementQuery['type']): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return type === 'topup' || type === 'wallet_topup' ? ['topup', 'wallet_topup'] : [type];
}

/** The calendar of PostgreSQL has no year 0. */
const FIRST_DATE = '0001-01-01';

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length);

/** Before and after these days a service has no lines, and a calendar has its oddities. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '9000-01-01'];

const momentOf = (day: string, timezone: string): SQL => {
  const within = day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day;
  return sql`${startOfDay(within, timezone).toISOString()}::timestamptz`;
};

/** A year, month and day that the calendar has, e.g. not 2026-02-30. */
function assertDate(field: string, text: string): void {
  if (!isDate(text) || text < FIRST_DATE) throw fieldError(field, 'must be a date like 2026-01-31');
}
