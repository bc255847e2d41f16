import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { TopupVerifyBody } from '../../../../contract/wallet.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import {
  sayOutcome,
  outcomeOf,
  type PaymentOutcome,
} from '../../../shared/payments/payment-return.ts';
import { RECENT } from '../../../shared/transactions/recent-query.ts';

export async function verifyPayment(payment: TopupVerifyBody): Promise<PaymentOutcome> {
  const outcome = outcomeOf(
    await callWorker((worker) => worker.verifyTopup(payment)),
    payment.status,
  );
  if (outcome.kind !== 'pending' && outcome.kind !== 'unknown') {
    await callWorker((worker) => worker.refreshTransactions(RECENT, { force: true }));
  }
  return outcome;
}

export const notifyOutcome = sayOutcome({
  paid: PAYMENT_MESSAGES.paymentSuccessful,
  pending: 'Your payment is still on its way. The balance follows by itself.',
});
