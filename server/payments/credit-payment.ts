import type { Db } from '../db/database.ts';
import { PASSED_ON, postMovement, processorOf, walletOf } from '../ledger/journal.ts';
import { processorName } from './payment-methods.ts';
import { holderOf, type Payment } from './payment-row.ts';

/**
 * Puts a paid amount into its payer's wallet, whatever it was paid for: from there it goes on to its purpose
 * in the same transaction, or stays when that has fallen away.
 * @param isSpent whether it goes on, so that only what it pays for is a line of the payer's statement
 */
export async function creditPayment(
  tx: Db,
  payment: Payment,
  isSpent: boolean,
  now: Date,
): Promise<void> {
  const { reference, purpose, processor, amount, currency, userId } = payment;
  const holder = holderOf(payment);
  const what = purpose === 'topup' ? 'Wallet top-up' : 'Paid in';
  await postMovement(
    tx,
    {
      naturalKey: `settle:${reference}`,
      kind: isSpent ? PASSED_ON : 'wallet_topup',
      reference,
      description: `${what} with ${processorName(processor)}`,
      paymentMethod: processor,
      paymentGateway: holder,
      entries: [
        { account: processorOf(holder, currency), amount: -amount },
        { account: walletOf(userId, currency), amount },
      ],
    },
    now,
  );
}
