import { sql } from 'drizzle-orm';

import { REWARDS_PAGE_SIZE } from '../../contract/constants.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { PrizesAnswer } from '../../contract/rewards/trust.ts';
import type { Db } from '../db/database.ts';
import { isoOf, queryRows } from '../db/query-rows.ts';
import { isPrize, vouchers } from '../db/schema/vouchers.ts';
import { pageOf } from '../lib/pages.ts';

interface Row extends Omit<PrizesAnswer['data'][number], 'amount'> {
  readonly id: number;
  readonly amount: string;
}

/**
 * Without prizes that nobody won or that were partly taken back. A cursor is the id of the last voucher of the page
 * before.
 */
export async function listPrizes(db: Db, cursor: number | undefined): Promise<PrizesAnswer> {
  const after =
    cursor === undefined
      ? sql``
      : sql`and (${vouchers.completedAt}, ${vouchers.id}) < (select completed_at, id from vouchers where id = ${cursor}::bigint)`;
  const rows = await queryRows<Row>(db)`
    select ended.id, ended.ulid, ended.amount::text as amount, ended.currency,
      ended.reveal_method = 'lottery' as is_lottery, paid.winners,
      json_build_object('username', users.username, 'avatar', users.avatar) as winner,
      ended.guess_count as guesses, ${isoOf(sql`ended.completed_at`)} as paid_at
    from (
      select *, (select id from journal_transactions where natural_key = 'win:' || ulid) as won
      from vouchers
      where ${isPrize(vouchers)} ${after}
        and exists (select from journal_transactions where natural_key = 'win:' || ulid)
        and not exists (
          select from journal_transactions back
          where back.voucher_id = vouchers.id and back.kind = 'voucher_refund'
        )
      order by completed_at desc, id desc limit ${REWARDS_PAGE_SIZE + 1}
    ) ended
    cross join lateral (
      select count(*)::int as winners, (array_agg(account.user_id order by entry.id))[1] as first
      from journal_entries entry
      join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
      where entry.transaction_id = ended.won
    ) paid
    join users on users.id = paid.first
    order by ended.completed_at desc, ended.id desc`;
  const { shown, nextCursor } = pageOf(rows, REWARDS_PAGE_SIZE);
  return {
    success: true,
    data: shown.map((prize) => ({ ...prize, amount: minorToMajor(BigInt(prize.amount)) })),
    next_cursor: nextCursor,
  };
}
