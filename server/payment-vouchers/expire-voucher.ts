import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { returnEscrow } from './return-escrow.ts';

/**
 * Ends an unused payment voucher whose deadline has passed; what it holds returns to its creator's wallet.
 * Called too early, twice, or for one that is used, it does nothing.
 */
export async function expireVoucher(
  deps: Pick<Deps, 'db' | 'clock'>,
  voucherId: number,
): Promise<void> {
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const [voucher] = await tx
      .select()
      .from(vouchers)
      .where(eq(vouchers.id, voucherId))
      .for('no key update');
    if (voucher?.status !== 'pending' && voucher?.status !== 'active') return;
    if (voucher.purpose !== 'payment' || !voucher.expiresAt || voucher.expiresAt > now) return;
    await returnEscrow(tx, voucher, 'expired', now);
  });
}
