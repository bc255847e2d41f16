import { sql, type SQL } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import { getUser } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { fieldError } from '../http/app-error.ts';
import { isDate } from '../lib/is-date.ts';
import { isTimeZone, startOfDay } from './zoned-time.ts';
import { IS_LINE, type Value } from './read-statement.ts';

/** The sort key of a line. */
export interface LinePlace {
  readonly source: 'j' | 'p';
  readonly id: string | number;
  /** As the database writes it, to the microsecond. */
  readonly moment: string;
}

type Filters = StatementFilters & {
  readonly after?: LinePlace | undefined;
};

const PURPOSE_OF_KIND: Readonly<Record<string, string>> = {
  wallet_topup: 'topup',
  premium: 'premium',
  voucher_payment: 'voucher',
};
const UNSETTLED = ['pending', 'failed'] as const;

/**
 * The newest lines of a statement as a query for `source`, `id` and `created_at`, unsorted. Each wallet, kind and
 * status is read in the order of an index and only as far as needed, so that a long statement costs no more than a
 * short one.
 * @param linesMax how many of each
 */
export function findLines(userId: Value, filters: Filters, linesMax: Value): SQL {
  const { status } = filters;
  const isDisbursement = status !== undefined && status !== 'completed';
  const moved = isDisbursement
    ? disbursementLines(userId, filters, status, linesMax)
    : walletLines(userId, filters, linesMax);
  const unsettled = paymentLines(userId, filters, linesMax);
  return unsettled ? sql`(${moved}) union all (${unsettled})` : moved;
}

const and = (conditions: readonly SQL[]): SQL =>
  sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  );

/** Where moment and number are equal, the payment comes first. */
const isAfter = (place: LinePlace | undefined, moment: SQL, id: SQL, source: 'j' | 'p'): SQL[] =>
  place
    ? [
        sql`(${moment}, ${id}) ${source < place.source ? sql`<=` : sql`<`}
          (${place.moment}::timestamptz, ${place.id}::bigint)`,
      ]
    : [];

const rowsOf = (rows: readonly (readonly string[])[]): SQL =>
  sql.join(
    rows.map(
      (row) =>
        sql`(${sql.join(
          row.map((text) => sql`${text}::text`),
          sql`, `,
        )})`,
    ),
    sql`, `,
  );

/** A user has few disbursements that are not completed. */
const undeliveredOf = (userId: Value, and: SQL): SQL => sql`
  select reference, array['withdrawal'] as kinds from payouts
  where user_id = ${userId} and status <> 'completed' ${and}
  union all select reference, array['airtime', 'bill'] from purchases
  where user_id = ${userId} and status <> 'completed' ${and}`;

const isDelivered = (userId: Value): SQL => sql`not (
  amount < 0 and kind in ('withdrawal', 'airtime', 'bill') and transaction_id in (
    select moved.id from (${undeliveredOf(userId, sql``)}) delivery
    join journal_transactions moved on moved.reference = delivery.reference and moved.kind = any(delivery.kinds)))`;

function walletLines(
  userId: Value,
  { kinds, status, within, after }: Filters,
  linesMax: Value,
): SQL {
  const conditions = [
    kinds ? sql`kind = wanted.name` : IS_LINE,
    ...within(sql`moved_at`),
    ...isAfter(after, sql`moved_at`, sql`id`, 'j'),
    ...(status === 'completed' ? [isDelivered(userId)] : []),
  ];
  const wanted = kinds
    ? sql`cross join (values ${rowsOf(kinds.map((kind) => [kind]))}) wanted (name)`
    : sql``;
  return sql`select 'j'::text as source, entry.id, entry.moved_at as created_at
    from ledger_accounts wallet ${wanted}
    cross join lateral (
      select id, moved_at from journal_entries
      where account_id = wallet.id ${and(conditions)}
      order by moved_at desc, id desc limit ${linesMax}::bigint
    ) entry
    where wallet.user_id = ${userId} and wallet.type = 'wallet'`;
}

function disbursementLines(
  userId: Value,
  { kinds, within, after }: Filters,
  status: string,
  linesMax: Value,
): SQL {
  const conditions = [
    ...(kinds ? [sql`entry.kind in ${kinds}`] : []),
    ...within(sql`entry.moved_at`),
    ...isAfter(after, sql`entry.moved_at`, sql`entry.id`, 'j'),
  ];
  return sql`select 'j'::text as source, entry.id, entry.moved_at as created_at
    from (${undeliveredOf(userId, sql`and status = ${status}`)}) delivery
    join journal_transactions moved on moved.reference = delivery.reference and moved.kind = any(delivery.kinds)
    join journal_entries entry on entry.transaction_id = moved.id and entry.amount < 0 ${and(conditions)}
    join ledger_accounts wallet on wallet.id = entry.account_id and wallet.user_id = ${userId} and wallet.type = 'wallet'
    order by entry.moved_at desc, entry.id desc limit ${linesMax}::bigint`;
}

function paymentLines(
  userId: Value,
  { kinds, status, within, after }: Filters,
  linesMax: Value,
): SQL | undefined {
  const statuses = UNSETTLED.filter((one) => status === undefined || status === one);
  const purposes = Object.entries(PURPOSE_OF_KIND)
    .filter(([kind]) => kinds === undefined || kinds.includes(kind))
    .map(([, purpose]) => purpose);
  const wanted = statuses.flatMap((one) => purposes.map((purpose) => [one, purpose]));
  if (wanted.length === 0) return undefined;
  return sql`select 'p'::text as source, payment.id::bigint, payment.created_at
    from (values ${rowsOf(wanted)}) wanted (status, purpose)
    cross join lateral (
      select id, created_at from payments
      where user_id = ${userId} and status in ('pending', 'failed') and status = wanted.status
        and purpose = wanted.purpose
        ${and([...within(sql`created_at`), ...isAfter(after, sql`created_at`, sql`id`, 'p')])}
      order by created_at desc, id desc limit ${linesMax}::bigint
    ) payment`;
}

interface StatementFilters {
  /** Undefined for all. */
  readonly kinds: readonly string[] | undefined;
  readonly status: StatementQuery['status'];
  readonly within: (moment: SQL) => readonly SQL[];
}

/** A half-open range of moments in ISO 8601, or placeholders for it. */
interface Span {
  readonly start: unknown;
  readonly end: unknown;
}

/** A range counts only when both dates are given. */
export const isDated = ({ start_date: start, end_date: end }: StatementQuery): boolean =>
  start !== undefined && end !== undefined;

export const filtersOf = (query: StatementQuery, span: Span | undefined): StatementFilters => ({
  kinds: kindsOf(query.type),
  status: query.status,
  within: (moment) =>
    span
      ? [sql`${moment} >= ${span.start}::timestamptz`, sql`${moment} < ${span.end}::timestamptz`]
      : [],
});

/** Whole days of a time zone; undefined without a range. */
export const spanOf = (
  { start_date: start, end_date: end }: StatementQuery,
  timezone: string,
): Span | undefined =>
  start === undefined || end === undefined
    ? undefined
    : { start: momentOf(start, timezone), end: momentOf(dayAfter(end), timezone) };

/** @throws AppError `validation_failed` for dates and zones that do not exist, and dates in the wrong order */
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

/** The requested time zone, else that of the user's region. */
export async function readTimezone(
  db: Db,
  userId: number,
  { time_zone: zone }: StatementQuery,
): Promise<string> {
  return zone ?? REGIONS[normaliseRegion((await getUser(db, userId)).region)].timezone;
}

/** A top-up has two names. */
const kindsOf = (type: StatementQuery['type']): readonly string[] | undefined =>
  type && [type === 'topup' ? 'wallet_topup' : type];

/** The calendar of PostgreSQL has no year 0. */
const FIRST_DATE = '0001-01-01';

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length);

/** Years that every calendar can compute with. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '9000-01-01'];

const momentOf = (day: string, timezone: string): string => {
  const within = day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day;
  return startOfDay(within, timezone).toISOString();
};

/** Refuses dates that do not exist, e.g. 2026-02-30. */
function assertDate(field: string, text: string): void {
  if (!isDate(text) || text < FIRST_DATE) throw fieldError(field, 'must be a date like 2026-01-31');
}
