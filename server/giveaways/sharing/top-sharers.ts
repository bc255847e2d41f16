import { and, asc, desc, eq, gt, isNull, sql, count } from 'drizzle-orm';

import { TOP_SHARERS } from '../../../contract/constants.ts';
import {
  type Sharer,
  type OwnShares,
  TopSharersAnswer,
} from '../../../contract/vouchers/sharing.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { voucherReferrals, voucherSharers } from '../../db/schema/giveaways.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';

/** The lock keeps these accounts from being deleted before the transaction ends. */
export const lockTopSharers = (tx: Db, voucherId: number): Promise<Sharer[]> =>
  listTopSharers(tx, voucherId).for('key share', { of: users });

/** At most 10; the earlier sharer wins a tie, and deleted accounts are left out. */
const listTopSharers = (db: Db, voucherId: number) =>
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

async function readOwnShares(
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

const route = taggedRoutes('Vouchers');

export const sharingRoutes = routesOf(async (app, deps) => {
  app.get(
    '/vouchers/:id/top-sharers',
    route('optional', 'Who brought the most viewers', TopSharersAnswer, {
      description:
        'Ranked by confirmed visitors. `own` tells a signed-in caller what became of those whom they brought.',
      params: VoucherParams,
    }),
    async (request) => {
      const { voucher } = await findVoucher(deps.db, request.params.id, request.caller?.userId);
      const callerId = request.caller?.userId;
      const own =
        callerId === undefined ? undefined : await readOwnShares(deps.db, voucher.id, callerId);
      const sharers = await listTopSharers(deps.db, voucher.id);
      return { success, sharers, ...(own && { own }) };
    },
  );
});
