import { and, count, eq, isNull, ne } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { voucherFollows } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { findVoucher } from '../vouchers/read-voucher.ts';

/** Vouchers that one user may follow at once. */
export const FOLLOWS_MAX = 500;

export interface Follow {
  readonly userId: number;
  /** Number or ulid. */
  readonly voucher: string;
}

type FollowDeps = Pick<Deps, 'db' | 'clock'>;

export const followVoucher = (deps: FollowDeps, follow: Follow): Promise<void> =>
  storeFollow(deps, follow, null);

/** Silences a giveaway's digits, whether it was followed or guessed on. */
export const muteVoucher = (deps: FollowDeps, follow: Follow): Promise<void> =>
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
export async function unfollowVoucher(
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
