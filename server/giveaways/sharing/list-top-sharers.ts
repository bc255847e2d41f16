import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';

import { TOP_SHARERS } from '../../../contract/constants.ts';
import type { Sharer } from '../../../contract/vouchers/sharing.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { voucherReferrals, voucherSharers } from '../../db/schema/giveaways.ts';

/** The lock keeps these accounts from being deleted before the transaction ends. */
export const lockTopSharers = (tx: Db, voucherId: number): Promise<Sharer[]> =>
  listTopSharers(tx, voucherId).for('key share', { of: users });

/** At most 10; the earlier sharer wins a tie, and deleted accounts are left out. */
export const listTopSharers = (db: Db, voucherId: number) =>
  db
    .select({
      id: users.id,
      username: users.username,
      avatar: users.avatar,
      referral_count: voucherSharers.referralCount,
      pending_count: sql<number>`(
        select count(*)::int from ${voucherReferrals}
        where ${voucherReferrals.voucherId} = ${voucherSharers.voucherId}
          and ${voucherReferrals.sharerId} = ${voucherSharers.userId} and ${voucherReferrals.state} = 'pending')`,
    })
    .from(voucherSharers)
    .innerJoin(users, eq(users.id, voucherSharers.userId))
    .where(
      and(
        eq(voucherSharers.voucherId, voucherId),
        gt(voucherSharers.referralCount, 0),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(
      desc(voucherSharers.referralCount),
      asc(voucherSharers.firstAt),
      asc(voucherSharers.userId),
    )
    .limit(TOP_SHARERS);
