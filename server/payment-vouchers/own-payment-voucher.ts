import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { lockOwnVoucher, hasExpired, type Voucher } from '../vouchers/voucher-row.ts';

/** Locks a payment voucher for its creator. @throws AppError `voucher_not_found`, `payment_voucher_only` */
export async function lockOwnPaymentVoucher(
  tx: Db,
  refText: string,
  userId: number,
): Promise<Voucher> {
  const voucher = await lockOwnVoucher(tx, refText, userId);
  if (voucher.purpose !== 'payment') throw new AppError('payment_voucher_only');
  return voucher;
}

/** @throws AppError `voucher_used`, `voucher_expired`, `voucher_not_active` */
export function assertUnused(voucher: Pick<Voucher, 'status' | 'expiresAt'>, now: Date): void {
  const { status } = voucher;
  if (status === 'used') throw new AppError('voucher_used');
  if (status === 'expired' || (status === 'active' && hasExpired(voucher, now)))
    throw new AppError('voucher_expired');
  if (status !== 'active') throw new AppError('voucher_not_active');
}

export interface TwoFactorChange {
  readonly voucher: string;
  readonly userId: number;
  readonly enable: boolean;
}

/** Switches the release code of a payment voucher on or off. @returns the new state */
export async function updateTwoFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  { voucher: ref, userId, enable }: TwoFactorChange,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const voucher = await lockOwnPaymentVoucher(tx, ref, userId);
    assertUnused(voucher, dateOf(deps.clock));
    await tx.update(vouchers).set({ enable2fa: enable }).where(eq(vouchers.id, voucher.id));
    return enable;
  });
}
