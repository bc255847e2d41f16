import { sql } from 'drizzle-orm';

import { STATEMENT_CHUNK_ROWS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { findLines } from './find-lines.ts';
import { linesOf, type StatementLine } from './read-statement.ts';

/** A line of the file. */
export interface Line extends StatementLine {
  /** The one in its id. */
  readonly number: string;
  readonly moment: string;
  /** The wallet after it, minor units; null where no money of a wallet moved. */
  readonly balance: string | null;
}

/** A wallet after one of its entries: those of others are counted from there. */
export interface WalletPoint {
  readonly account: string;
  readonly currency: string;
  readonly entry: string;
  /** Minor units. */
  readonly balance: string;
}

/** What a user has in each wallet now, and the entry that it is since. */
export const readPoints = (db: Db, userId: number): Promise<WalletPoint[]> =>
  queryRows<WalletPoint>(
    db,
    sql`select wallet.id::text as account, wallet.currency, wallet.balance::text as balance,
      coalesce((select max(id) from journal_entries where account_id = wallet.id), 0)::text as entry
    from ledger_accounts wallet where wallet.user_id = ${userId} and wallet.type = 'wallet'`,
  );

/** The lines that follow one, with the wallet's balance after each. */
export const readChunk = (
  db: Db,
  userId: number,
  filters: Parameters<typeof findLines>[1],
  points: readonly WalletPoint[],
): Promise<Line[]> =>
  queryRows<Line>(
    db,
    sql`
    with page as (
      select source, id from (${findLines(userId, filters, STATEMENT_CHUNK_ROWS)}) found
      order by created_at desc, id desc, source desc limit ${STATEMENT_CHUNK_ROWS}
    ),
    lines as (${linesOf(userId, {
      entries: sql`entry.id = any(array(select id from page where source = 'j'))`,
      payments: sql`id = any(array(select page.id from page where source = 'p'))`,
    })}),
    point as (
      select * from json_to_recordset(${JSON.stringify(points)}::json)
        as point (account bigint, entry bigint, balance numeric)
    ),
    span as (
      select point.*, least(min(shown.id), point.entry) as first, greatest(max(shown.id), point.entry) as last
      from point join journal_entries shown on shown.account_id = point.account
        and shown.id = any(array(select id from page where source = 'j'))
      group by point.account, point.entry, point.balance
    ),
    counted as (
      select moved.id, span.balance + sum(moved.amount) over (partition by span.account order by moved.id)
        - coalesce(sum(moved.amount) filter (where moved.id <= span.entry) over (partition by span.account), 0) as after
      from span join journal_entries moved
        on moved.account_id = span.account and moved.id between span.first and span.last
    ),
    balances as (select * from counted where id = any(array(select id from page where source = 'j')))
    select lines.*, lines.sort::text as number, balances.after::text as balance, created_at::text as moment
    from lines left join balances on lines.moved_id is not null and balances.id = lines.sort
    order by lines.created_at desc, lines.sort desc, lines.id desc`,
  );
