import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { assertUnused, lockOwnPaymentVoucher } from './own-payment-voucher.ts';

export interface TwoFactorChange {
  readonly voucher: string;
  readonly userId: number;
  readonly enable: boolean;
}

/**
 * Says whether redeeming a payment voucher takes a release code from its creator.
 * @returns how it is now.
 * @throws AppError `voucher_not_found`, `payment_voucher_only`, `voucher_used`, `voucher_expired`,
 * `voucher_not_active`.
 */
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
