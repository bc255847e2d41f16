import { and, count, eq, sql } from 'drizzle-orm';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { type OwnShares, TopSharersAnswer } from '../../../contract/vouchers/sharing.ts';
import type { Db } from '../../db/database.ts';
import { voucherReferrals, voucherSharers } from '../../db/schema/giveaways.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { listTopSharers } from './list-top-sharers.ts';

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

const tags = ['Vouchers'];

export const sharingRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/vouchers/:id/top-sharers',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Who brought the most viewers',
          description:
            'Ranked by confirmed visitors. `own` tells a signed-in caller what became of those whom they brought.',
          tags,
          params: VoucherParams,
          response: { 200: TopSharersAnswer },
        },
      },
      async (request) => {
        const { voucher } = await findVoucher(deps.db, request.params.id, request.caller?.userId);
        const callerId = request.caller?.userId;
        const own =
          callerId === undefined ? undefined : await readOwnShares(deps.db, voucher.id, callerId);
        const sharers = await listTopSharers(deps.db, voucher.id);
        return { success: true as const, sharers, ...(own && { own }) };
      },
    );
  };
