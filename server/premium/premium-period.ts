import { eq, and } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import type { SubscriptionAnswer } from '../../contract/accounts.ts';
import { PREMIUM_EXTEND_WITHIN_DAYS, PREMIUM_DAYS } from '../../contract/constants.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { journalTransactions } from '../db/schema/ledger.ts';
import { feesIn, postMovement, walletOf } from '../ledger/journal.ts';

/** A day that has begun counts as remaining. */
export function subscriptionOf(
  user: Pick<UserRow, 'premiumUntil'>,
  now: Date,
): NonNullable<SubscriptionAnswer['subscription']> {
  const remainingMs = (user.premiumUntil?.getTime() ?? 0) - now.getTime();
  if (remainingMs <= 0) return { status: 'none', days_remaining: 0, plan: null };
  return { status: 'active', days_remaining: Math.ceil(remainingMs / DAY_MS), plan: 'premium' };
}

export const mayExtendPremium = (
  { premiumUntil }: Pick<UserRow, 'premiumUntil'>,
  now: Date,
): boolean => (premiumUntil?.getTime() ?? 0) - now.getTime() <= PREMIUM_EXTEND_WITHIN_DAYS * DAY_MS;

export interface PremiumPeriod {
  readonly from: Date;
  readonly until: Date;
}

/** @returns undefined when too much is left */
export async function extendPremium(
  tx: Db,
  userId: number,
  now: Date,
): Promise<PremiumPeriod | undefined> {
  const [user] = await tx
    .select({ premiumUntil: users.premiumUntil })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user || !mayExtendPremium(user, now)) return undefined;
  const from = new Date(Math.max(user.premiumUntil?.getTime() ?? 0, now.getTime()));
  const until = new Date(from.getTime() + PREMIUM_DAYS * DAY_MS);
  await tx.update(users).set({ premiumUntil: until }).where(eq(users.id, userId));
  return { from, until };
}

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
  const { reference: of, kind } = journalTransactions;
  return (await db.$count(journalTransactions, and(eq(of, reference), eq(kind, 'premium')))) > 0;
}
