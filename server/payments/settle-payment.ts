import { and, eq, isNull, lte, ne, or } from 'drizzle-orm';

import { SECOND_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { PaymentStatus } from '../../contract/wallet.ts';
import { extendPremium, payForPremium, type PremiumPurchase } from '../premium/premium-period.ts';
import { lockUndeleted } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { keepUnclaimed } from '../ledger/unclaimed.ts';
import { type NewNotification, storeNotifications } from '../notifications/store-notifications.ts';
import { holdOfPayment } from './card-holds.ts';
import {
  activatePaidVoucher,
  creditPayment,
  fundVoucher,
  lockVoucherOf,
} from './payment-movements.ts';
import { findPayment, holderOf, type Payment } from './payment-row.ts';
import type { KnownPayment, ProcessorResponse } from './processor.ts';

/** A gateway is asked about a payment at most this often. */
export const VERIFY_GAP_MS = 5 * SECOND_MS;

export interface Settlement {
  readonly payment: Payment;
  /** The payer was charged another amount or currency: nothing is credited, and an operator has to look at it. */
  readonly mismatch: boolean;
}

/**
 * Return page, webhook and job all end here, in any order and at the same time; the money is credited once. A failed
 * payment may still become paid, because a payer can try again on the same checkout.
 * @param webhookReference the gateway's id in an authentic webhook; stored where none is known
 */
export async function settleKnownPayment(
  deps: Deps,
  payment: Payment,
  webhookReference?: string,
): Promise<Settlement> {
  if (payment.status === 'settled') return { payment, mismatch: false };
  // Without this id the gateway cannot be asked again later.
  if (webhookReference !== undefined) await storeReference(deps.db, payment.id, webhookReference);
  const response = await askGateway(deps, payment, webhookReference);
  const settlement = await inTransaction(deps.db, (tx) =>
    recordPaymentResponse(tx, deps, payment, response),
  );
  if (settlement.mismatch) {
    const { reference, gateway } = payment;
    deps.log.error({ reference, gateway }, 'a payer was charged another amount than was asked');
  }
  return settlement;
}

export async function storeReference(
  db: Db,
  id: number,
  processorReference: string,
): Promise<void> {
  await db
    .update(payments)
    .set({ processorReference })
    .where(and(eq(payments.id, id), isNull(payments.processorReference)));
}

export const settlePayment = async (deps: Deps, reference: string): Promise<Settlement> =>
  settleKnownPayment(deps, await findPayment(deps.db, reference));

export async function askGateway(
  deps: Pick<Deps, 'processors'>,
  payment: Payment,
  webhookReference?: string,
): Promise<ProcessorResponse> {
  const processor = deps.processors.of(payment);
  if (!processor) throw new AppError('payment_verify_failed');
  try {
    return await processor.verify({ ...knownPaymentOf(payment), webhookReference });
  } catch (error) {
    throw new AppError('payment_verify_failed', { cause: error });
  }
}

export const knownPaymentOf = (payment: Payment): KnownPayment => ({
  reference: payment.reference,
  amountMinor: payment.amount,
  currency: payment.currency,
  processorReference: payment.processorReference ?? undefined,
});

/** What is paid is credited once. */
export async function recordPaymentResponse(
  tx: Db,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  { id, voucherId }: Payment,
  response: ProcessorResponse,
): Promise<Settlement> {
  const now = dateOf(deps.clock);
  // Lock order: the voucher before its payment.
  const voucher = voucherId === null ? undefined : await lockVoucherOf(tx, voucherId);
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw new AppError('payment_not_found');
  // Another report settled it between question and answer.
  if (payment.status === 'settled') return { payment, mismatch: false };

  const mismatch = isMismatch(payment, response);
  const channel = response.channel ?? 'other';
  const isPaid = response.state === 'paid' && !mismatch;
  if (isPaid) {
    // Lock order: the user before the wallet.
    const isOwned = (await lockUndeleted(tx, [payment.userId])).has(payment.userId);
    const hold = await holdOfPayment(tx, payment, channel, now);
    const period =
      payment.purpose === 'premium' && isOwned
        ? await extendPremium(tx, payment.userId, now)
        : undefined;
    const funded =
      voucher && (await activatePaidVoucher(tx, deps.jobs, voucher, now)) ? voucher : undefined;
    const isSpent = period !== undefined || funded !== undefined;
    await creditPayment(tx, payment, { isSpent, hold }, now);
    if (period) await payForPremium(tx, premiumPurchaseOf(payment), period, now);
    if (funded) await fundVoucher(tx, payment, { voucher: funded, hold }, now);
    if (isOwned) await storeNotifications(tx, [settledNotification(payment, isSpent)], now);
    else await keepUnclaimed(tx, payment, now);
  }
  const status = nextStatus(payment.status, response.state, mismatch);
  const [recorded] = await tx
    .update(payments)
    .set({
      status,
      processorReference: response.processorReference ?? payment.processorReference,
      channel: isPaid ? channel : null,
      declineReason: response.reason ?? null,
      updatedAt: status === payment.status ? payment.updatedAt : now,
    })
    .where(eq(payments.id, id))
    .returning();
  return { payment: recorded ?? payment, mismatch };
}

export const isMismatch = (payment: Payment, response: ProcessorResponse): boolean =>
  response.state === 'paid' &&
  (response.amountMinor !== payment.amount || response.currency !== payment.currency);

const premiumPurchaseOf = (payment: Payment): PremiumPurchase => ({
  userId: payment.userId,
  amountMinor: payment.amount,
  currency: payment.currency,
  reference: payment.reference,
  method: payment.processor,
  gateway: holderOf(payment),
});

const settledNotification = (
  { userId, reference, amount, currency, purpose }: Payment,
  isSpent: boolean,
): NewNotification => ({
  userId,
  kind: 'payment_settled',
  eventKey: `settle:${reference}`,
  data: { amount: minorToMajor(amount), currency, purpose: isSpent ? purpose : 'topup' },
});

function nextStatus(
  current: PaymentStatus,
  response: ProcessorResponse['state'],
  mismatch: boolean,
): PaymentStatus {
  // A payment that an administrator closed is not opened again.
  if (mismatch) return current;
  if (response === 'paid') return 'settled';
  return response === 'failed' ? 'failed' : current;
}

/**
 * One question to a gateway about a payment in 5 s over all nodes, so that callers cannot flood a gateway.
 * @returns whether it may be asked; never for a settled payment
 */
export async function claimQuestion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: Pick<Payment, 'id'>,
): Promise<boolean> {
  const askedBefore = new Date(clock.now() - VERIFY_GAP_MS);
  const claimed = await db
    .update(payments)
    .set({ askedAt: dateOf(clock) })
    .where(
      and(
        eq(payments.id, id),
        ne(payments.status, 'settled'),
        or(isNull(payments.askedAt), lte(payments.askedAt, askedBefore)),
      ),
    )
    .returning({ id: payments.id });
  return claimed.length > 0;
}

export async function allowQuestion(db: Db, reference: string): Promise<void> {
  await db.update(payments).set({ askedAt: null }).where(eq(payments.reference, reference));
}
