import { useEffect, useRef } from 'react';

import { RECONCILE_UNTIL_MS } from '../../../../contract/constants.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { TopupVerifyBody, Transaction } from '../../../../contract/wallet.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
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

export const isForgotten = (
  { status, transaction_type: type, created_at: createdAt }: Transaction,
  nowMs: number,
): boolean =>
  status === 'pending' &&
  (type === 'topup' || type === 'wallet_topup') &&
  nowMs - Date.parse(createdAt) < RECONCILE_UNTIL_MS;

/** Asks once about each, and shows only a success. */
export function useForgottenPayments(
  transactions: readonly Transaction[],
  except: string | undefined,
): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (except !== undefined) asked.current.add(except);
    const open = transactions.filter(
      (row) => isForgotten(row, serverNow()) && !asked.current.has(row.reference),
    );
    for (const { reference, payment_gateway: gateway } of open) {
      asked.current.add(reference);
      void verifyPayment({ reference, processor: gateway ?? 'paystack' }).then((outcome) => {
        if (outcome.kind === 'paid') notifyOutcome(outcome);
      });
    }
  }, [transactions, except]);
}
