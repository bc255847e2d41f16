import { sql } from 'drizzle-orm';

import { TRANSACTION_PAGE_SIZE } from '../../contract/constants.ts';
import type { TransactionsAnswer, TransactionsQuery } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { readFilters } from './statement-filters.ts';
import { NEWEST_FIRST, presentLine, statementOf, type StatementLine } from './read-statement.ts';

/** A page past the end has only the total. */
type Row = { readonly total: string | number } & (StatementLine | { readonly id: null });

/**
 * A page of a user's statement, newest first.
 * @throws AppError `validation_failed` for dates that do not exist or stand in the wrong order.
 */
export async function listTransactions(
  db: Db,
  userId: number,
  query: TransactionsQuery,
): Promise<TransactionsAnswer> {
  const { page = 1, per_page: perPage = TRANSACTION_PAGE_SIZE, ...filters } = query;
  const { where } = await readFilters(db, userId, filters);
  const rows = await queryRows<Row>(
    db,
    sql`
    with statement as (${statementOf(userId)}),
    lines as (select * from statement ${where})
    select counted.total, paged.*
    from (select count(*) as total from lines) counted
    left join lateral (
      select * from lines order by ${NEWEST_FIRST} limit ${perPage} offset ${(page - 1) * perPage}
    ) paged on true
    order by ${NEWEST_FIRST}`,
  );
  const total = Number(rows[0]?.total ?? 0);
  return {
    success: true,
    data: rows.filter((row) => row.id !== null).map(presentLine),
    has_more: page * perPage < total,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(total / perPage)),
    total_count: total,
  };
}
