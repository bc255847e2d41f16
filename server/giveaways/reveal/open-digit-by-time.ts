import { dateOf } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockVoucher } from '../../vouchers/voucher-row.ts';
import { openDigits } from './open-digits.ts';

/**
 * Opens a digit of a giveaway whose countdown has ended, once. Called too early, twice, or after it was
 * won, it does nothing.
 */
export async function openDigitByTime(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  voucherId: number,
): Promise<void> {
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const voucher = await lockVoucher(tx, voucherId);
    if (voucher?.status !== 'active' || voucher.revealMethod !== 'time' || voucher.revealsDone > 0)
      return;
    if (!voucher.remainingTime || voucher.remainingTime > now) return;
    await openDigits(tx, deps.secrets, voucher, 1, now);
  });
}
