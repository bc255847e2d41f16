import { and, desc, eq, inArray } from 'drizzle-orm';

import type { SavedAccount } from '../../contract/withdrawals.ts';
import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { findDisbursement } from './disbursement.ts';
import { type Payout, PAYOUTS } from './payouts.ts';

const MAX_ACCOUNTS = 8;
const SHOWN_DIGITS = 4;

/** Only accounts that the rail of their currency can still pay. */
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

export async function findSavedAccount(
  db: Db,
  userId: number,
  id: string,
): Promise<Payout | undefined> {
  const payout = await findDisbursement(db, PAYOUTS, id);
  return payout?.userId === userId ? payout : undefined;
}

export async function forgetAccount(db: Db, userId: number, id: string): Promise<void> {
  const account = await findSavedAccount(db, userId, id);
  if (!account) throw new AppError('saved_account_gone');
  const { currency, type, code, accountNumber } = account;
  await db
    .update(payouts)
    .set({ isSaved: false })
    .where(
      and(
        eq(payouts.userId, userId),
        eq(payouts.currency, currency),
        eq(payouts.type, type),
        eq(payouts.code, code),
        eq(payouts.accountNumber, accountNumber),
      ),
    );
}
