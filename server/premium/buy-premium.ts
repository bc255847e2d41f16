import { PREMIUM_DAYS } from '../../contract/constants.ts';
import { extendPremium } from '../accounts/premium/extend-premium.ts';
import type { Db } from '../db/database.ts';
import { feesIn, postMovement, walletOf } from '../ledger/journal.ts';

export interface PremiumPurchase {
  readonly userId: number;
  /** What the plan costs, or did when its payment began; minor units. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Of the payment that brought the money, or of the purchase from the wallet. */
  readonly reference: string;
  /** `wallet`, or the processor that the money came by. */
  readonly method: string;
  readonly gateway?: string;
}

export interface BoughtPremium {
  readonly until: Date;
  /** Of the wallet that paid, minor units. */
  readonly balance: bigint;
}

/**
 * Buys a plan out of a wallet. From one moment on premium is bought once, whatever is repeated.
 * @returns undefined, and nothing has moved, while the user has more premium than a plan can be added to
 * @throws AppError `insufficient_funds`
 */
export async function buyPremium(
  tx: Db,
  { userId, amountMinor: amount, currency, reference, method, gateway }: PremiumPurchase,
  now: Date,
): Promise<BoughtPremium | undefined> {
  const period = await extendPremium(tx, userId, now);
  if (!period) return undefined;
  const { from, until } = period;
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
  return { until, balance: balances.get(wallet.key) ?? 0n };
}
