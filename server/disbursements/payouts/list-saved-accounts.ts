import { and, desc, eq, inArray } from 'drizzle-orm';

import type { SavedAccount } from '../../../contract/withdrawals.ts';
import type { Deps } from '../../deps.ts';
import { payouts } from '../../db/schema/payouts.ts';
import { currencyOf } from '../../lib/stored-currency.ts';
import type { Payout } from './payout.ts';

/** As many as a person can look over. */
const MAX_ACCOUNTS = 8;
const SHOWN_DIGITS = 4;

/**
 * Where a user's money went before: each destination that a rail has accepted and that can still be paid by
 * the rail of its currency, the latest first.
 */
export async function listSavedAccounts(
  { db, payouts: rails }: Pick<Deps, 'db' | 'payouts'>,
  userId: number,
): Promise<SavedAccount[]> {
  const { currency, type, code, accountNumber } = payouts;
  const latest = await db
    .selectDistinctOn([currency, type, code, accountNumber])
    .from(payouts)
    .where(
      and(
        eq(payouts.userId, userId),
        eq(payouts.isSaved, true),
        inArray(payouts.status, ['processing', 'completed']),
      ),
    )
    .orderBy(currency, type, code, accountNumber, desc(payouts.id));
  return latest
    .filter((payout) => rails.payingOut(currencyOf(payout.currency))?.name === payout.rail)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, MAX_ACCOUNTS)
    .map(present);
}

const present = (payout: Payout): SavedAccount => ({
  id: payout.reference,
  currency: currencyOf(payout.currency),
  type: payout.type,
  bank_name: payout.bankName,
  account_ending: payout.accountNumber.slice(-SHOWN_DIGITS),
  account_name: payout.accountName,
  last_used_at: payout.createdAt.toISOString(),
});
