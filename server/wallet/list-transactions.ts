import { eq, sql, type SQL } from 'drizzle-orm';

import { TRANSACTION_PAGE_SIZE } from '../../contract/constants.ts';
import { minorToMajor, type Currency } from '../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { Transaction, TransactionsAnswer, TransactionsQuery } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { fieldError } from '../http/app-error.ts';

/** One line of the statement as SQL gives it; a page past the end has only the total. */
interface Line {
  readonly total: string | number;
  readonly id: string | null;
  readonly kind: Transaction['transaction_type'];
  readonly status: Transaction['status'];
  /** Signed minor units. */
  readonly amount: string | number;
  readonly currency: Currency;
  readonly reference: string;
  readonly description: string;
  readonly payment_method: string | null;
  readonly payment_gateway: string | null;
  /** ms since the epoch */
  readonly created_ms: string | number;
}

/**
 * A page of a user's statement, newest first. What moved money is read from the journal; top-ups that are
 * pending or have failed moved none, so they come from the payments.
 * @throws AppError `validation_failed` for dates that do not exist or stand in the wrong order.
 */
export async function listTransactions(
  db: Db,
  userId: number,
  query: TransactionsQuery,
): Promise<TransactionsAnswer> {
  const { page = 1, per_page: perPage = TRANSACTION_PAGE_SIZE } = query;
  const conditions = [
    ...kindIs(query.type),
    ...statusIs(query.status),
    ...(await daysAre(db, userId, query)),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const rows = await queryRows<Line>(
    db,
    sql`
    with statement as (${journalLines(userId)} union all ${unsettledLines(userId)}),
    lines as (select * from statement ${where})
    select counted.total, paged.*, (extract(epoch from paged.created_at) * 1000)::bigint as created_ms
    from (select count(*) as total from lines) counted
    left join lateral (
      select * from lines order by created_at desc, sort desc, id
      limit ${perPage} offset ${(page - 1) * perPage}
    ) paged on true
    order by paged.created_at desc, paged.sort desc, paged.id`,
  );
  const total = Number(rows[0]?.total ?? 0);
  return {
    success: true,
    data: rows.filter((row) => row.id !== null).map(present),
    has_more: page * perPage < total,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(total / perPage)),
    total_count: total,
  };
}

const journalLines = (userId: number): SQL => sql`
  select 'j' || entry.id as id, entry.id as sort, moved.kind, 'completed' as status, entry.amount, entry.currency,
    moved.reference, moved.description, moved.payment_method, moved.payment_gateway, moved.created_at
  from accounts wallet
  join journal_entries entry on entry.account_id = wallet.id
  join journal_transactions moved on moved.id = entry.transaction_id
  where wallet.user_id = ${userId} and wallet.type = 'wallet'`;

const unsettledLines = (userId: number): SQL => sql`
  select 'p' || id, id, 'wallet_topup', status, amount, currency,
    reference, 'Wallet top-up', processor, processor, created_at
  from payments
  where user_id = ${userId} and purpose = 'topup' and status in ('pending', 'failed')`;

/** The screen's "Topup" means both names that a top-up has. */
function kindIs(type: TransactionsQuery['type']): SQL[] {
  if (type === undefined) return [];
  if (type === 'topup' || type === 'wallet_topup') return [sql`kind in ('topup', 'wallet_topup')`];
  return [sql`kind = ${type}`];
}

const statusIs = (status: TransactionsQuery['status']): SQL[] =>
  status === undefined ? [] : [sql`status = ${status}`];

/** Whole days in the time zone of the user's region; only when both dates are given. */
async function daysAre(
  db: Db,
  userId: number,
  { start_date: start, end_date: end }: TransactionsQuery,
): Promise<SQL[]> {
  if (start !== undefined) assertDate('start_date', start);
  if (end !== undefined) assertDate('end_date', end);
  if (start === undefined || end === undefined) return [];
  if (end < start) throw fieldError('end_date', 'must not be before the start date');
  const [user] = await db.select({ region: users.region }).from(users).where(eq(users.id, userId));
  const { timezone } = REGIONS[normaliseRegion(user?.region)];
  return [
    sql`created_at >= ${start}::date::timestamp at time zone ${timezone}`,
    sql`created_at < (${end}::date + 1)::timestamp at time zone ${timezone}`,
  ];
}

/** The calendar of PostgreSQL has no year 0. */
const FIRST_DATE = '0001-01-01';

/** A year, month and day that the calendar has, e.g. not 2026-02-30. */
function assertDate(field: string, text: string): void {
  const parsed = new Date(`${text}T00:00:00Z`);
  const isDate = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
  if (!isDate || text < FIRST_DATE) {
    throw fieldError(field, 'must be a date like 2026-01-31');
  }
}

function present(line: Line): Transaction {
  const amount = BigInt(line.amount);
  return {
    id: String(line.id),
    type: amount < 0n ? 'debit' : 'credit',
    transaction_type: line.kind,
    status: line.status,
    amount: minorToMajor(amount < 0n ? -amount : amount),
    currency: line.currency,
    reference: line.reference,
    description: line.description,
    payment_method: line.payment_method,
    payment_gateway: line.payment_gateway,
    created_at: new Date(Number(line.created_ms)).toISOString(),
  };
}
