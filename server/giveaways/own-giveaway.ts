import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { findOwnVoucher, lockOwnVoucher } from '../vouchers/own-voucher.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/**
 * A giveaway of the caller's own.
 * @throws AppError `voucher_not_found`, also for another creator's; `giveaway_only` for a payment voucher.
 */
export const findOwnGiveaway = async (db: Db, refText: string, userId: number): Promise<Voucher> =>
  assertGiveaway(await findOwnVoucher(db, refText, userId));

/**
 * Locks a giveaway whose creator still decides who may guess on it, until the transaction ends.
 * @throws AppError also `private_giveaway_only`; `voucher_used` or `voucher_not_active` once it is over.
 */
export async function lockOwnPrivateGiveaway(
  tx: Db,
  refText: string,
  userId: number,
): Promise<Voucher> {
  const voucher = assertGiveaway(await lockOwnVoucher(tx, refText, userId));
  if (!voucher.isPrivate) throw new AppError('private_giveaway_only');
  if (voucher.status === 'completed') throw new AppError('voucher_used');
  if (voucher.status !== 'pending' && voucher.status !== 'active')
    throw new AppError('voucher_not_active');
  return voucher;
}

function assertGiveaway(voucher: Voucher): Voucher {
  if (voucher.purpose !== 'giveaway') throw new AppError('giveaway_only');
  return voucher;
}
