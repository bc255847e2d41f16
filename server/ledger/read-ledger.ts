import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import type { AccountRef } from './journal.ts';

/** What an account holds, minor units; 0 before money first moves through it. */
export async function readBalance(db: Db, { key }: AccountRef): Promise<bigint> {
  const [account] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.key, key));
  return account?.balance ?? 0n;
}

/** Whether the movement of a natural key was posted. */
export async function isPosted(db: Db, naturalKey: string): Promise<boolean> {
  const [posted] = await db
    .select({ id: journalTransactions.id })
    .from(journalTransactions)
    .where(eq(journalTransactions.naturalKey, naturalKey));
  return posted !== undefined;
}
