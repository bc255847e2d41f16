import { useEffect, useRef } from 'react';

import { RECONCILE_UNTIL_MS } from '../../../../contract/constants.ts';
import type { Transaction } from '../../../../contract/wallet.ts';
import { notifyOutcome, verifyPayment } from './verify-payment.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';

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
