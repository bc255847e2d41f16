import { and, eq } from 'drizzle-orm';

import { errorMessage } from '../../contract/errors.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { VoucherPaymentVerifyAnswer } from '../../contract/payments.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import type { PaymentStatus } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { claimQuestion, settleKnownPayment } from './settle-payment.ts';
import { findPayment, type Payment } from './payment-row.ts';

/** The return page's parameters are not trusted. Within 5 s of the last check it is the stored state. */
export async function verifyPayment(
  deps: Deps,
  own: { readonly userId: number; readonly purpose: Payment['purpose'] },
  reference: string,
) {
  const found = await findPayment(deps.db, reference);
  if (found.userId !== own.userId || found.purpose !== own.purpose)
    throw new AppError('payment_not_found');
  const { payment, mismatch } = (await claimQuestion(deps, found))
    ? await settleKnownPayment(deps, found)
    : { payment: await findPayment(deps.db, reference), mismatch: false };
  if (mismatch) throw new AppError('payment_verify_failed');
  const { status, declineReason } = payment;
  const data = {
    amount: minorToMajor(payment.amount),
    currency: payment.currency,
    status,
    reason: declineReason ?? (status === 'failed' ? ('declined' as const) : null),
  };
  return { payment, data };
}

export async function verifyVoucherPayment(
  deps: Deps,
  userId: number,
  reference: string,
): Promise<VoucherPaymentVerifyAnswer> {
  const own = { userId, purpose: 'voucher' } as const;
  const { payment, data } = await verifyPayment(deps, own, reference);
  const { voucher, paidVoucher } = await readPaidVoucher(deps.db, payment);
  const { message, credited_to } = creditOf(data.status, paidVoucher ? 'voucher' : 'wallet', {
    voucher: PAYMENT_MESSAGES.paymentVerified,
    wallet: PAYMENT_MESSAGES.paidIntoWallet,
  });
  const { ulid, amount } = voucher;
  return {
    success: true,
    message,
    data: { ...data, voucher_id: ulid, amount: minorToMajor(amount), credited_to },
  };
}

export async function readPaidVoucher(db: Db, { voucherId, reference }: Payment) {
  const [row] = await db
    .select({ voucher: vouchers, paidBy: journalTransactions.id })
    .from(vouchers)
    .leftJoin(
      journalTransactions,
      and(
        eq(journalTransactions.voucherId, vouchers.id),
        eq(journalTransactions.kind, 'voucher_payment'),
        eq(journalTransactions.reference, reference),
      ),
    )
    .where(eq(vouchers.id, voucherId ?? 0));
  if (!row) throw new Error(`payment ${reference} is for no voucher`);
  return { voucher: row.voucher, paidVoucher: row.paidBy !== null };
}

const TEXTS: Readonly<Record<PaymentStatus, string>> = {
  settled: PAYMENT_MESSAGES.paymentSuccessful,
  pending: PAYMENT_MESSAGES.paymentPending,
  failed: errorMessage('payment_failed'),
};

/** Only a settled payment was credited to anything. */
export const creditOf = <Place extends string>(
  status: PaymentStatus,
  place: Place,
  messages: Readonly<Record<Place, string>>,
): { readonly message: string; readonly credited_to: Place | null } =>
  status === 'settled'
    ? { message: messages[place], credited_to: place }
    : { message: statusMessage(status), credited_to: null };

export const statusMessage = (status: PaymentStatus): string => TEXTS[status];
