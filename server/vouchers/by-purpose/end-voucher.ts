import { eq } from 'drizzle-orm';

import {
  expiredNotification,
  storeNotifications,
} from '../../notifications/store-notifications.ts';
import { noteChange } from '../../db/changes.ts';
import type { Db } from '../../db/database.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { type Voucher, lockOwnVoucher, hasExpired, lockVoucher } from '../voucher-row.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { CancelAnswer } from '../../../contract/payment-vouchers.ts';
import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { withIdempotencyKey, type Answer, type KeyedRequest } from '../../http/idempotency.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Secrets } from '../../config/secrets.ts';
import { decryptCode } from '../voucher-secrets.ts';
import { allGuesses, closeToGuesses } from '../../giveaways/guess/lock-guessers.ts';
import { returnEscrow } from '../../payment-vouchers/own-payment-voucher.ts';
import { payOutGiveaway } from '../../giveaways/pay-out-giveaway.ts';

/** The caller must have locked the row; a later payment stays in the payer's wallet. */
async function endUnpaidVoucher(
  tx: Db,
  voucherId: number,
  status: 'cancelled' | 'expired',
  now: Date,
): Promise<void> {
  await tx.update(vouchers).set({ status, completedAt: now }).where(eq(vouchers.id, voucherId));
  noteChange(tx, `voucher:${voucherId}`);
}

interface Cancellation extends Pick<KeyedRequest<unknown>, 'userId' | 'requestKey'> {
  readonly voucher: string;
}

/**
 * A repeated cancellation gets the same answer.
 * @throws AppError; `payment_voucher_only` for a paid giveaway, because users guess on it
 */
export async function cancelVoucher(
  deps: Pick<Deps, 'db' | 'clock'>,
  { voucher: refText, userId, requestKey }: Cancellation,
): Promise<Answer<CancelAnswer>> {
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    const voucher = await lockOwnVoucher(tx, refText, userId);
    if (voucher.status === 'pending') await endUnpaidVoucher(tx, voucher.id, 'cancelled', now);
    else if (voucher.status !== 'cancelled') {
      if (voucher.purpose !== 'payment') throw new AppError('payment_voucher_only');
      if (voucher.status === 'used') throw new AppError('voucher_used');
      if (voucher.status === 'expired') throw new AppError('voucher_expired');
      // This is also correct after the deadline, because expiry returns the same money.
      await returnEscrow(tx, voucher, 'cancelled', now);
    }
    return { status: 200, body: answerOf(voucher) };
  });
}

function answerOf({ ulid, amount, currency, activatedAt }: Voucher): CancelAnswer {
  const wasPaid = activatedAt !== null;
  return {
    success: true,
    message: wasPaid
      ? 'Voucher cancelled. The money is back in your wallet.'
      : 'Voucher cancelled.',
    data: {
      voucher_id: ulid,
      status: 'cancelled',
      amount: wasPaid ? minorToMajor(amount) : 0,
      currency,
    },
  };
}

/** Unused money returns to the creator; it does nothing when called too early or twice. */
export async function expireVoucher(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  voucherId: number,
): Promise<void> {
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    await closeToGuesses(tx, voucherId);
    const voucher = await lockVoucher(tx, { id: voucherId });
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
  const maskedCode = decryptCode(secrets, voucher.ulid, voucher.codeEncrypted);
  await tx
    .update(vouchers)
    .set({ status: 'completed', completedAt: now, maskedCode, guessCount: allGuesses })
    .where(eq(vouchers.id, voucher.id));
  await payOutGiveaway(tx, voucher, [], now);
  await storeNotifications(tx, [expiredNotification(voucher)], now);
}
