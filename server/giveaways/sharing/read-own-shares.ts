import { and, count, eq, sql } from 'drizzle-orm';

import type { OwnShares } from '../../../contract/vouchers/sharing.ts';
import type { Db } from '../../db/database.ts';
import { voucherReferrals, voucherSharers } from '../../db/schema/giveaways.ts';

/** What became of the visitors whom a user brought to a voucher; undefined while there was none. */
export async function readOwnShares(
  db: Db,
  voucherId: number,
  userId: number,
): Promise<OwnShares | undefined> {
  const confirmed = db
    .select({ count: voucherSharers.referralCount })
    .from(voucherSharers)
    .where(and(eq(voucherSharers.voucherId, voucherId), eq(voucherSharers.userId, userId)));
  const rows = await db
    .select({
      state: voucherReferrals.state,
      reason: voucherReferrals.reason,
      count: count(),
      confirmed: sql<number>`coalesce((${confirmed}), 0)`,
    })
    .from(voucherReferrals)
    .where(and(eq(voucherReferrals.voucherId, voucherId), eq(voucherReferrals.sharerId, userId)))
    .groupBy(voucherReferrals.state, voucherReferrals.reason)
    .orderBy(voucherReferrals.reason);
  const [first] = rows;
  if (!first) return undefined;
  return {
    confirmed: first.confirmed,
    pending: rows.find(({ state }) => state === 'pending')?.count ?? 0,
    refused: rows.flatMap(({ reason, count: many }) =>
      reason === null ? [] : [{ reason, count: many }],
    ),
  };
}
