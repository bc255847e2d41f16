import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import type { AccountRef } from './journal.ts';

/** The balance in minor units; 0 if the account does not exist yet. */
export async function readBalance(db: Db, { key }: AccountRef): Promise<bigint> {
  const [account] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.key, key));
  return account?.balance ?? 0n;
}

/** True if a movement with this natural key was posted. */
export async function isPosted(db: Db, naturalKey: string): Promise<boolean> {
  const [posted] = await db
    .select({ id: journalTransactions.id })
    .from(journalTransactions)
    .where(eq(journalTransactions.naturalKey, naturalKey));
  return posted !== undefined;
}
