import { eq, inArray, sum } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import { rowKeysOf } from './house-rows.ts';
import type { AccountRef } from './journal.ts';

/** The balance in minor units; 0 if the account does not exist yet. */
export async function readBalance(db: Db, account: AccountRef): Promise<bigint> {
  const [all] = await db
    .select({ balance: sum(ledgerAccounts.balance) })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.key, rowKeysOf(account)));
  return BigInt(all?.balance ?? 0);
}

/** True if a movement with this natural key was posted. */
export async function isPosted(db: Db, naturalKey: string): Promise<boolean> {
  const [posted] = await db
    .select({ id: journalTransactions.id })
    .from(journalTransactions)
    .where(eq(journalTransactions.naturalKey, naturalKey));
  return posted !== undefined;
}
