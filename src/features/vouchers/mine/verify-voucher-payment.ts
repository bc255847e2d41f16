import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { VoucherPaymentVerifyAnswer } from '../../../../contract/payments.ts';
import { newVoucherPath } from '../create/pay-voucher.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import {
  outcomeOf,
  type PaymentOutcome,
  type PaymentReference,
  sayOutcome,
} from '../../../shared/payments/payment-return.ts';

type CreditedTo = VoucherPaymentVerifyAnswer['data']['credited_to'];

export type VoucherPaymentOutcome = PaymentOutcome & {
  readonly creditedTo?: CreditedTo;
  readonly voucherId?: string | undefined;
};

export async function verifyVoucherPayment(
  payment: PaymentReference,
): Promise<VoucherPaymentOutcome> {
  const result = await callWorker((worker) => worker.verifyVoucherPayment(payment));
  const outcome = outcomeOf(result, payment.status);
  if (outcome.kind !== 'pending' && outcome.kind !== 'unknown') {
    await callWorker((worker) => worker.refreshCreated({ page: 1 }, { force: true }));
  }
  if (!result.ok) return { ...outcome, creditedTo: null };
  const { credited_to: creditedTo, voucher_id: voucherId } = result.value;
  return { ...outcome, creditedTo, voucherId };
}

export const notifyVoucherOutcome = sayOutcome({
  paid: PAYMENT_MESSAGES.paymentVerified,
  intoWallet: PAYMENT_MESSAGES.paidIntoWallet,
});

export const pathAfterPayment = ({
  kind,
  creditedTo,
  voucherId,
}: VoucherPaymentOutcome): string | undefined =>
  kind === 'paid' && creditedTo === 'voucher' && voucherId !== undefined
    ? newVoucherPath(voucherId)
    : undefined;
