import { eq } from 'drizzle-orm';

import { isCurrency } from '../../contract/money.ts';
import type { PaymentStatus } from '../../contract/wallet.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/ledger.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { postMovement, processorOf, walletOf } from '../ledger/journal.ts';
import { processorName } from './payment-methods.ts';
import type { ProcessorVerdict } from './processor.ts';

export type Payment = typeof payments.$inferSelect;

/** Where a payment stands after its processor was asked. */
export interface Settlement {
  readonly payment: Payment;
  /**
   * The payer was charged another amount or currency than was asked: nothing is credited, the payment
   * stays pending, and a person has to look at it.
   */
  readonly mismatch: boolean;
}

/**
 * Asks the processor about a payment and records what it says. Return page, webhook and reconciliation
 * all come through here, in any order and at the same time; the money is credited once.
 *
 * `failed` is the processor's last word, not ours: a payer can try again on the same checkout, so a failed
 * payment that turns out to be paid is credited all the same.
 * @param payment as it was read a moment ago
 * @throws AppError `payment_verify_failed` when the processor cannot be asked.
 */
export async function settleFound(deps: Deps, payment: Payment): Promise<Settlement> {
  if (payment.status === 'settled') return { payment, mismatch: false };
  const verdict = await askProcessor(deps, payment);
  const now = dateOf(deps.clock);
  return inTransaction(deps.db, (tx) => recordVerdict(tx, payment.id, verdict, now));
}

/**
 * `settleFound` for a payment that is known by its reference.
 * @throws AppError `payment_not_found`, `payment_verify_failed`
 */
export const settlePayment = async (deps: Deps, reference: string): Promise<Settlement> =>
  settleFound(deps, await findPayment(deps.db, reference));

/**
 * The payment with a reference.
 * @throws AppError `payment_not_found`
 */
export async function findPayment(db: Db, reference: string): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference));
  if (!payment) throw new AppError('payment_not_found');
  return payment;
}

async function askProcessor(deps: Deps, payment: Payment): Promise<ProcessorVerdict> {
  const { processor: name, currency, reference } = payment;
  const processor = isCurrency(currency) ? deps.processors.find(name, currency) : undefined;
  if (!processor) throw new AppError('payment_verify_failed');
  try {
    return await processor.verify(reference);
  } catch (error) {
    const failure = new AppError('payment_verify_failed');
    failure.cause = error;
    throw failure;
  }
}

async function recordVerdict(
  tx: Db,
  paymentId: number,
  verdict: ProcessorVerdict,
  now: Date,
): Promise<Settlement> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for('update');
  if (!payment) throw new AppError('payment_not_found');
  // Somebody else settled it between the question and the answer.
  if (payment.status === 'settled') return { payment, mismatch: false };

  const paid = verdict.state === 'paid';
  const mismatch =
    paid && (verdict.amountMinor !== payment.amount || verdict.currency !== payment.currency);
  if (paid && !mismatch) await creditPayment(tx, payment, now);
  const [recorded] = await tx
    .update(payments)
    .set({
      status: nextStatus(payment.status, verdict.state, mismatch),
      processorReference: verdict.processorReference,
      updatedAt: now,
    })
    .where(eq(payments.id, paymentId))
    .returning();
  return { payment: recorded ?? payment, mismatch };
}

function nextStatus(
  current: PaymentStatus,
  verdict: ProcessorVerdict['state'],
  mismatch: boolean,
): PaymentStatus {
  if (mismatch) return 'pending';
  if (verdict === 'paid') return 'settled';
  return verdict === 'failed' ? 'failed' : current;
}

async function creditPayment(tx: Db, payment: Payment, now: Date): Promise<void> {
  const { reference, processor, amount, currency, userId } = payment;
  if (payment.purpose !== 'topup') throw new Error(`payment ${reference} is not a top-up`);
  await postMovement(
    tx,
    {
      naturalKey: `settle:${reference}`,
      kind: 'wallet_topup',
      reference,
      description: `Wallet top-up with ${processorName(processor)}`,
      paymentMethod: processor,
      paymentGateway: processor,
      entries: [
        { account: processorOf(processor, currency), amount: -amount },
        { account: walletOf(userId, currency), amount },
      ],
    },
    now,
  );
}
