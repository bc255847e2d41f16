import { and, eq } from 'drizzle-orm';

import { PREMIUM_DAYS } from '../../contract/constants.ts';
import type { PremiumPeriod } from '../accounts/premium.ts';
import type { Db } from '../db/database.ts';
import { journalTransactions } from '../db/schema/ledger.ts';
import { feesIn, postMovement, walletOf } from '../ledger/journal.ts';

export interface PremiumPurchase {
  readonly userId: number;
  /** The plan's price when the payment began, minor units. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reference: string;
  /** `wallet`, or the payment's processor. */
  readonly method: string;
  readonly gateway?: string;
}

/**
 * Charges a wallet for premium, once for each period.
 * @param period from `extendPremium`, which locks the user and therefore comes first
 * @returns the wallet's balance, minor units
 */
export async function payForPremium(
  tx: Db,
  { userId, amountMinor: amount, currency, reference, method, gateway }: PremiumPurchase,
  { from, until }: PremiumPeriod,
  now: Date,
): Promise<bigint> {
  const wallet = walletOf(userId, currency);
  const balances = await postMovement(
    tx,
    {
      naturalKey: `premium:${userId}:${from.toISOString()}`,
      kind: 'premium',
      reference,
      description: `Premium, ${PREMIUM_DAYS} days`,
      paymentMethod: method,
      ...(gateway !== undefined && { paymentGateway: gateway }),
      metadata: { from: from.toISOString(), until: until.toISOString() },
      entries: [
        { account: wallet, amount: -amount },
        { account: feesIn(currency), amount },
      ],
    },
    now,
  );
  return balances.get(wallet.key) ?? 0n;
}

export async function hasBoughtPremium(db: Db, reference: string): Promise<boolean> {
  const [bought] = await db
    .select({ id: journalTransactions.id })
    .from(journalTransactions)
    .where(
      and(eq(journalTransactions.reference, reference), eq(journalTransactions.kind, 'premium')),
    );
  return bought !== undefined;
}
