import type { Db } from '../db/database.ts';
import { postMovement, processorOf, walletOf } from '../ledger/journal.ts';
import { holderOf, type Payment } from './payment-row.ts';
import { processorName } from './payment-methods.ts';

/** The natural key of the movement that takes a payment back. */
export const returnKeyOf = ({ reference }: Pick<Payment, 'reference'>): string =>
  `settle-return:${reference}`;

/**
 * Takes a settled payment out of its payer's wallet again, for the money to be returned at the gateway. The payment
 * stays settled: it was made, and no later report of it credits it again.
 * @throws AlreadyPosted the second time; AppError `insufficient_funds`, `money_held` when the money is gone
 */
export async function refundPayment(tx: Db, payment: Payment, now: Date): Promise<void> {
  const { reference, processor, amount, currency, userId } = payment;
  const holder = holderOf(payment);
  await postMovement(
    tx,
    {
      naturalKey: returnKeyOf(payment),
      kind: 'wallet_topup',
      reference,
      description: `Returned to you with ${processorName(processor)}`,
      paymentMethod: processor,
      paymentGateway: holder,
      entries: [
        { account: walletOf(userId, currency), amount: -amount },
        { account: processorOf(holder, currency), amount },
      ],
    },
    now,
  );
}
