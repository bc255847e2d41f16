import { sql } from 'drizzle-orm';

import { SHARE_REWARD_COINS, VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import { findReferrer } from '../../accounts/find-user.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { TRUST, type Viewer } from '../views/view-counter.ts';
import { movePoints } from '../../rewards/points.ts';

export interface Arrival {
  readonly voucherId: number;
  /** The voucher's creator: looking at one's own voucher is no arrival. */
  readonly creatorId: number;
  readonly referralCode: string;
  readonly viewer: Viewer;
  /** The signed-in user. */
  readonly callerId: number | undefined;
}

/**
 * Counts a visitor who came to a voucher through a sharer's link. Each viewer adds one to the sharer's count in 12 hours;
 * the first of all pays the sharer 50 coins, once per voucher and sharer. An unknown code, the sharer's own
 * visit, a repeated one and one of an unproven device change nothing.
 */
export async function creditReferral(
  db: Db,
  { voucherId, creatorId, referralCode, viewer, callerId }: Arrival,
  now: Date,
): Promise<void> {
  if (viewer.trust === TRUST.none || callerId === creatorId) return;
  const sharerId = await findReferrer(db, referralCode);
  if (sharerId === null || callerId === sharerId) return;
  const [at, before] = [now.toISOString(), new Date(now.getTime() - VIEW_WINDOW_MS).toISOString()];
  await inTransaction(db, async (tx) => {
    const [sharer] = await queryRows<{ referral_count: number }>(
      tx,
      sql`
        with arrived as (
          insert into voucher_referrals (voucher_id, sharer_id, viewer, counted_at)
          values (${voucherId}::int, ${sharerId}::int, ${viewer.key}::text, ${at}::timestamptz)
          on conflict (voucher_id, sharer_id, viewer) do update set counted_at = excluded.counted_at
            where voucher_referrals.counted_at <= ${before}::timestamptz
          returning sharer_id
        )
        insert into voucher_sharers (voucher_id, user_id, referral_count, first_at)
        select ${voucherId}::int, sharer_id, 1, ${at}::timestamptz from arrived
        on conflict (voucher_id, user_id) do update set referral_count = voucher_sharers.referral_count + 1
        returning referral_count`,
    );
    if (sharer?.referral_count !== 1) return;
    await movePoints(tx, {
      userId: sharerId,
      delta: SHARE_REWARD_COINS,
      reason: 'share',
      reference: `share:${voucherId}:${sharerId}`,
      now,
    });
  });
}
