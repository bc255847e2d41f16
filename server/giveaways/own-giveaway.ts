import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';
import { matchesRef, readVoucherRef, type Voucher } from '../vouchers/voucher-row.ts';

/**
 * A giveaway of the caller's own.
 * @throws AppError `voucher_not_found` for somebody else's, `giveaway_only` for a payment voucher.
 */
export async function findOwnGiveaway(db: Db, nameText: string, userId: number): Promise<Voucher> {
  const name = readVoucherRef(nameText);
  const [voucher] = name ? await db.select().from(vouchers).where(matchesRef(name)) : [];
  return assertOwn(voucher, userId);
}

/**
 * Locks a giveaway whose creator still decides who may guess on it, until the transaction ends.
 * @throws AppError also `private_giveaway_only`; `voucher_used` or `voucher_not_active` once it is over.
 */
export async function lockOwnPrivateGiveaway(
  tx: Db,
  nameText: string,
  userId: number,
): Promise<Voucher> {
  const name = readVoucherRef(nameText);
  const [row] = name
    ? await tx.select().from(vouchers).where(matchesRef(name)).for('no key update')
    : [];
  const voucher = assertOwn(row, userId);
  if (!voucher.isPrivate) throw new AppError('private_giveaway_only');
  if (voucher.status === 'completed') throw new AppError('voucher_used');
  if (voucher.status !== 'pending' && voucher.status !== 'active')
    throw new AppError('voucher_not_active');
  return voucher;
}

function assertOwn(voucher: Voucher | undefined, userId: number): Voucher {
  if (!voucher || voucher.creatorId !== userId) throw new AppError('voucher_not_found');
  if (voucher.purpose !== 'giveaway') throw new AppError('giveaway_only');
  return voucher;
}
