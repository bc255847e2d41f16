import { and, count, eq, isNull, ne } from 'drizzle-orm';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { voucherFollows } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { findVoucher } from '../vouchers/read-voucher.ts';
import { Closed, VoucherIdSchema } from '../../contract/common.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { FollowAnswer } from '../../contract/notifications/calls.ts';
import { callerOf } from '../http/access.ts';
import { countHit } from '../http/rate-limit.ts';

/** Vouchers that one user may follow at once. */
export const FOLLOWS_MAX = 500;

interface Follow {
  readonly userId: number;
  /** Number or ulid. */
  readonly voucher: string;
}

type FollowDeps = Pick<Deps, 'db' | 'clock'>;

const followVoucher = (deps: FollowDeps, follow: Follow): Promise<void> =>
  storeFollow(deps, follow, null);

/** Silences a giveaway's digits, whether it was followed or guessed on. */
const muteVoucher = (deps: FollowDeps, follow: Follow): Promise<void> =>
  storeFollow(deps, follow, dateOf(deps.clock));

async function storeFollow(
  { db, clock }: FollowDeps,
  { userId, voucher: ref }: Follow,
  mutedAt: Date | null,
): Promise<void> {
  const { voucher } = await findVoucher(db, ref, userId);
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

/** Ends following, but not a mute. */
async function unfollowVoucher(
  { db }: Pick<Deps, 'db'>,
  { userId, voucher: ref }: Follow,
): Promise<void> {
  const { voucher } = await findVoucher(db, ref, userId);
  await db
    .delete(voucherFollows)
    .where(
      and(
        eq(voucherFollows.voucherId, voucher.id),
        eq(voucherFollows.userId, userId),
        isNull(voucherFollows.mutedAt),
      ),
    );
}

async function countOpenFollows(db: Db, userId: number, voucherId: number): Promise<number> {
  const [open] = await db
    .select({ n: count() })
    .from(voucherFollows)
    .innerJoin(vouchers, eq(vouchers.id, voucherFollows.voucherId))
    .where(
      and(
        eq(voucherFollows.userId, userId),
        ne(vouchers.id, voucherId),
        eq(vouchers.status, 'active'),
      ),
    );
  return open?.n ?? 0;
}

const FOLLOW_LIMIT = { hits: 300, windowMs: HOUR_MS };

const tags = ['Notifications'];
const config = { access: 'user' as const };
const params = Closed({ id: VoucherIdSchema });
const success = true as const;

export const followRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const countedFollow = async (request: FastifyRequest, voucher: string) => {
      const { userId } = callerOf(request);
      await countHit(deps.db, `follow:${userId}`, FOLLOW_LIMIT, deps.clock.now());
      return { userId, voucher };
    };

    app.post(
      '/vouchers/:id/follow',
      {
        config,
        schema: {
          summary: 'Follow a giveaway: hear of its digits and its end',
          tags,
          params,
          response: { 200: FollowAnswer },
        },
      },
      async (request) => {
        await followVoucher(deps, await countedFollow(request, request.params.id));
        return { success, followed: true };
      },
    );

    app.delete(
      '/vouchers/:id/follow',
      {
        config,
        schema: {
          summary: 'Follow a giveaway no longer',
          tags,
          params,
          response: { 200: FollowAnswer },
        },
      },
      async (request) => {
        await unfollowVoucher(deps, await countedFollow(request, request.params.id));
        return { success, followed: false };
      },
    );

    app.post(
      '/vouchers/:id/mute',
      {
        config,
        schema: {
          summary: 'Hear no more of the digits of a giveaway',
          description: 'Also for those who have guessed on it; to follow it ends that.',
          tags,
          params,
          response: { 200: FollowAnswer },
        },
      },
      async (request) => {
        await muteVoucher(deps, await countedFollow(request, request.params.id));
        return { success, followed: false };
      },
    );
  };
