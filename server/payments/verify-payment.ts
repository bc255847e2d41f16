import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { VoucherPaymentVerifyAnswer } from '../../contract/payments.ts';
import type { DeclineReason } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { claimQuestion } from './claim-question.ts';
import { findPayment, type Payment } from './payment-row.ts';
import { readPaidVoucher } from './read-paid-voucher.ts';
import { settleKnownPayment } from './settle-payment.ts';
import { statusMessage } from './status-message.ts';

/** A payment as its gateway tells it, and why it was not made. */
export interface VerifiedPayment {
  readonly payment: Payment;
  readonly reason: DeclineReason | null;
}

/**
 * What became of a user's payment, as its gateway tells it: the query parameters that a payer comes back
 * with are never believed. Asked again within 5 s, it is what we know from the last time.
 * @throws AppError `payment_not_found`, also for another user's or one of another purpose;
 * `payment_verify_failed` when the gateway cannot be asked or charged another amount.
 */
export async function verifyPayment(
  deps: Deps,
  own: { readonly userId: number; readonly purpose: Payment['purpose'] },
  reference: string,
): Promise<VerifiedPayment> {
  const found = await findPayment(deps.db, reference);
  if (found.userId !== own.userId || found.purpose !== own.purpose)
    throw new AppError('payment_not_found');
  const { payment, mismatch } = (await claimQuestion(deps, found))
    ? await settleKnownPayment(deps, found)
    : { payment: await findPayment(deps.db, reference), mismatch: false };
  if (mismatch) throw new AppError('payment_verify_failed');
  const { status, declineReason } = payment;
  return { payment, reason: declineReason ?? (status === 'failed' ? 'declined' : null) };
}

/** `verifyPayment` for a voucher's, with what the voucher has of it. */
export async function verifyVoucherPayment(
  deps: Deps,
  userId: number,
  reference: string,
): Promise<VoucherPaymentVerifyAnswer> {
  const own = { userId, purpose: 'voucher' } as const;
  const { payment, reason } = await verifyPayment(deps, own, reference);
  const { voucher, paidVoucher } = await readPaidVoucher(deps.db, payment);
  const { status } = payment;
  const creditedTo = paidVoucher ? 'voucher' : 'wallet';
  const settledMessage = paidVoucher
    ? PAYMENT_MESSAGES.paymentVerified
    : PAYMENT_MESSAGES.paidIntoWallet;
  return {
    success: true,
    message: status === 'settled' ? settledMessage : statusMessage(status),
    data: {
      voucher_id: voucher.ulid,
      amount: minorToMajor(voucher.amount),
      currency: currencyOf(voucher.currency),
      status,
      reason,
      credited_to: status === 'settled' ? creditedTo : null,
    },
  };
}
