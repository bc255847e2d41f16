import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import { Closed, VoucherIdSchema } from '../../contract/common.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { FollowAnswer } from '../../contract/notifications/calls.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { voucherFollows } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { countHit } from '../http/rate-limit.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { findVoucher } from '../vouchers/read-voucher.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

export const FOLLOWS_MAX = 500;
const FOLLOW_LIMIT = { hits: 300, windowMs: HOUR_MS };

interface Follower {
  readonly userId: number;
  readonly voucher: Voucher;
}

/** @param mutedAt silences a giveaway's digits, whether it was followed or guessed on */
async function storeFollow(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, voucher }: Follower,
  mutedAt: Date | null,
): Promise<void> {
  if (voucher.purpose !== 'giveaway') throw new AppError('voucher_removed');
  if ((await countOpenFollows(db, userId, voucher.id)) >= FOLLOWS_MAX)
    throw new AppError('too_many_follows');
  await db
    .insert(voucherFollows)
    .values({ voucherId: voucher.id, userId, mutedAt, createdAt: dateOf(clock) })
    .onConflictDoUpdate({
      target: [voucherFollows.voucherId, voucherFollows.userId],
      set: { mutedAt },
    });
}

async function countOpenFollows(db: Db, userId: number, voucherId: number): Promise<number> {
  const [open] = await queryRows<{ n: number }>(db)`
    select count(*)::int as n from voucher_follows join vouchers on vouchers.id = voucher_id
    where user_id = ${userId} and voucher_id <> ${voucherId} and status = 'active'`;
  return open?.n ?? 0;
}

const route = taggedRoutes('Notifications');
const params = Closed({ id: VoucherIdSchema });

export const followRoutes = routesOf(async (app, deps) => {
  const followerOf = async (request: FastifyRequest, ref: string): Promise<Follower> => {
    const { userId } = callerOf(request);
    await countHit(deps.db, `follow:${userId}`, FOLLOW_LIMIT, deps.clock.now());
    const { voucher } = await findVoucher(deps.db, ref, userId);
    return { userId, voucher };
  };

  app.post(
    '/vouchers/:id/follow',
    route('user', 'Follow a giveaway: hear of its digits and its end', FollowAnswer, { params }),
    async (request) => {
      await storeFollow(deps, await followerOf(request, request.params.id), null);
      return { success, followed: true };
    },
  );

  app.delete(
    '/vouchers/:id/follow',
    route('user', 'Follow a giveaway no longer', FollowAnswer, { params }),
    async (request) => {
      const { userId, voucher } = await followerOf(request, request.params.id);
      await deps.db.delete(voucherFollows).where(
        and(
          eq(voucherFollows.voucherId, voucher.id),
          eq(voucherFollows.userId, userId),
          // A mute stays.
          isNull(voucherFollows.mutedAt),
        ),
      );
      return { success, followed: false };
    },
  );

  app.post(
    '/vouchers/:id/mute',
    route('user', 'Hear no more of the digits of a giveaway', FollowAnswer, {
      params,
      description: 'Also for those who have guessed on it; to follow it ends that.',
    }),
    async (request) => {
      const follower = await followerOf(request, request.params.id);
      await storeFollow(deps, follower, dateOf(deps.clock));
      return { success, followed: false };
    },
  );
});
