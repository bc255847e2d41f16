import { minorToMajor } from '../../contract/money.ts';
import type { PaymentChannel } from '../../contract/wallet.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { AlreadyPosted } from '../ledger/journal.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';
import { holdOfPayment } from './card-holds.ts';
import { creditAgain } from './payment-movements.ts';
import { lockPayment, type Payment } from './payment-row.ts';
import { isMismatch, knownPaymentOf, storeReference } from './settle-payment.ts';

/**
 * A payer may be charged twice under one reference. The gateway is asked about the second charge by its own id, and
 * what it confirms is credited to the wallet, once.
 * @param transactionId of an authentic webhook about a settled payment
 * @returns the outcome: `settled` where it is the charge that settled it, or none
 */
export async function settleAgain(
  deps: Deps,
  payment: Payment,
  transactionId: string | undefined,
): Promise<string> {
  const { status, reference, gateway, processorReference } = payment;
  if (transactionId === undefined || transactionId === processorReference) return status;
  if (processorReference === null) {
    await storeReference(deps.db, payment.id, transactionId);
    return status;
  }
  const response = await deps.processors
    .of(payment)
    ?.verifyTransaction?.(knownPaymentOf(payment), transactionId);
  // Tried again later, and parked in the end.
  if (!response || response.state === 'pending') throw new AppError('payment_verify_failed');
  if (response.state === 'failed') return status;
  if (isMismatch(payment, response)) {
    deps.log.error({ reference, gateway }, 'a payer was charged another amount than was asked');
    return 'mismatch';
  }
  try {
    await credit(deps, payment, { transactionId, channel: response.channel ?? 'other' });
  } catch (error) {
    if (!(error instanceof AlreadyPosted)) throw error;
  }
  return 'settled again';
}

interface SecondCharge {
  readonly transactionId: string;
  readonly channel: PaymentChannel;
}

async function credit(
  deps: Deps,
  { reference }: Payment,
  { transactionId, channel }: SecondCharge,
): Promise<void> {
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, reference);
    // Read again, because another report may have named the first charge meanwhile.
    if (!payment || payment.processorReference === transactionId) return;
    const hold = await holdOfPayment(tx, payment, channel, now);
    await creditAgain(tx, payment, { transactionId, hold }, now);
    const { userId, amount, currency } = payment;
    await storeNotifications(
      tx,
      [
        {
          userId,
          kind: 'payment_settled',
          eventKey: `settle-again:${reference}:${transactionId}`,
          data: { amount: minorToMajor(amount), currency, purpose: 'topup', outcome: 'again' },
        },
      ],
      now,
    );
  });
}
