import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/**
 * Ends a pending voucher whose row the caller has locked. A payment for it that is settled later stays in its
 * payer's wallet, because `activateVoucher` refuses a voucher that is not pending.
 */
export async function endUnpaidVoucher(
  tx: Db,
  voucherId: number,
  status: 'cancelled' | 'expired',
  now: Date,
): Promise<void> {
  await tx.update(vouchers).set({ status, completedAt: now }).where(eq(vouchers.id, voucherId));
}
