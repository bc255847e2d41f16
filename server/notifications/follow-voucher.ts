import { and, count, eq } from 'drizzle-orm';

import { FOLLOWS_MAX } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import { voucherFollows } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { findVoucher } from '../vouchers/read-voucher.ts';

/** Whose wish it is, about which voucher. */
export interface Follow {
  readonly userId: number;
  /** The voucher's number or ulid. */
  readonly voucher: string;
}

/**
 * Lets a user hear of a giveaway like those who have guessed on it. Done again, it changes nothing.
 * @throws AppError `voucher_removed` for one that is not there for the user, or is no giveaway;
 * `too_many_follows`.
 */
export async function followVoucher(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, voucher: ref }: Follow,
): Promise<void> {
  const { voucher } = await findVoucher(db, ref, userId);
  if (voucher.purpose !== 'giveaway') throw new AppError('voucher_removed');
  const [followed] = await db
    .select({ n: count() })
    .from(voucherFollows)
    .where(eq(voucherFollows.userId, userId));
  if ((followed?.n ?? 0) >= FOLLOWS_MAX) throw new AppError('too_many_follows');
  await db
    .insert(voucherFollows)
    .values({ voucherId: voucher.id, userId, createdAt: dateOf(clock) })
    .onConflictDoNothing();
}

/** Ends it. Done again, it changes nothing. @throws AppError `voucher_removed` as above. */
export async function unfollowVoucher(
  { db }: Pick<Deps, 'db'>,
  { userId, voucher: ref }: Follow,
): Promise<void> {
  const { voucher } = await findVoucher(db, ref, userId);
  await db
    .delete(voucherFollows)
    .where(and(eq(voucherFollows.voucherId, voucher.id), eq(voucherFollows.userId, userId)));
}
