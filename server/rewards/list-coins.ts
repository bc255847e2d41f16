import { sql } from 'drizzle-orm';

import { REWARDS_PAGE_SIZE } from '../../contract/constants.ts';
import type { CoinReason } from '../../contract/rewards/reasons.ts';
import type { CoinHistoryAnswer } from '../../contract/rewards/rewards.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { getUser } from '../accounts/users.ts';
import { pageOf } from '../lib/page-of.ts';

interface Row {
  readonly id: string;
  readonly delta: number;
  readonly reason: CoinReason;
  readonly ulid: string | null;
  readonly created_at: string;
}

/** A page of a user's coins, newest first; a cursor is the id of the last line before. */
export async function listCoins(
  db: Db,
  userId: number,
  cursor: number | undefined,
): Promise<CoinHistoryAnswer> {
  const { points } = await getUser(db, userId);
  // The second part of these references is the voucher's number.
  const rows = await queryRows<Row>(
    db,
    sql`
    select entry.id::text as id, entry.delta, entry.reason, vouchers.ulid,
      entry.created_at::text as created_at
    from (
      select * from points_entries
      where user_id = ${userId} and id < ${cursor ?? Number.MAX_SAFE_INTEGER}::bigint
      order by id desc limit ${REWARDS_PAGE_SIZE + 1}
    ) entry
    left join vouchers on entry.reason in ('share', 'skip_wait', 'lottery_entry')
      and vouchers.id = split_part(entry.reference, ':', 2)::int
    order by entry.id desc`,
  );
  const { shown, nextCursor } = pageOf(rows, REWARDS_PAGE_SIZE);
  return {
    success: true,
    points,
    data: shown.map(({ id, delta, reason, ulid, created_at: at }) => ({
      id: Number(id),
      delta,
      reason,
      voucher_ulid: ulid,
      created_at: new Date(at).toISOString(),
    })),
    next_cursor: nextCursor,
  };
}
