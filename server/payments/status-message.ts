import { errorMessage } from '../../contract/errors.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import type { PaymentStatus } from '../../contract/wallet.ts';

const TEXTS: Readonly<Record<PaymentStatus, string>> = {
  settled: PAYMENT_MESSAGES.paymentSuccessful,
  pending: PAYMENT_MESSAGES.paymentPending,
  failed: errorMessage('payment_failed'),
};

/** What a payer is told of a payment that stands there. */
export const statusMessage = (status: PaymentStatus): string => TEXTS[status];
