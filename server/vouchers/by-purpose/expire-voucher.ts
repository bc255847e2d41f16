import { eq } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { returnEscrow } from '../../payment-vouchers/return-escrow.ts';
import type { Secrets } from '../../config/secrets.ts';
import { openCode } from '../voucher-secrets.ts';
import { allGuesses, closeToGuesses } from '../../giveaways/guess/guess-lock.ts';
import { payOutGiveaway } from '../../giveaways/pay-out-giveaway.ts';
import { expiredNotice, storeNotices } from '../../notifications/store-notices.ts';
import { endUnpaidVoucher } from '../end-unpaid-voucher.ts';
import { hasExpired, lockVoucher, type Voucher } from '../voucher-row.ts';

/**
 * Ends a voucher whose deadline has passed. One that was never paid can no longer be paid for. What an unused
 * payment voucher holds returns to its creator's wallet, and so does the prize of a giveaway without a winner,
 * which completes like any other: its code is opened and its pool shared. Called too early, twice, or for a
 * voucher that is over, it does nothing.
 */
export async function expireVoucher(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  voucherId: number,
): Promise<void> {
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    await closeToGuesses(tx, voucherId);
    const voucher = await lockVoucher(tx, voucherId);
    if (!voucher || !hasExpired(voucher, now)) return;
    if (voucher.status === 'pending') {
      await endUnpaidVoucher(tx, voucherId, 'expired', now);
    } else if (voucher.status === 'active') {
      if (voucher.purpose === 'payment') await returnEscrow(tx, voucher, 'expired', now);
      else await endUnwon(tx, deps.secrets, voucher, now);
    }
  });
}

async function endUnwon(tx: Db, secrets: Secrets, voucher: Voucher, now: Date): Promise<void> {
  const maskedCode = openCode(secrets, voucher.ulid, voucher.codeEncrypted);
  await tx
    .update(vouchers)
    .set({ status: 'completed', completedAt: now, maskedCode, guessCount: allGuesses })
    .where(eq(vouchers.id, voucher.id));
  await payOutGiveaway(tx, voucher, [], now);
  await storeNotices(tx, [expiredNotice(voucher)], now);
}
