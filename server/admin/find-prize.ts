import { and, eq, gt } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { journalEntries, journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';

/** What a giveaway has paid to a user: the movement, and minor units; undefined where they won nothing. */
export async function findPrize(db: Db, ulid: string, userId: number) {
  const [prize] = await db
    .select({
      movement: journalTransactions.naturalKey,
      amount: journalEntries.amount,
      currency: journalEntries.currency,
    })
    .from(journalTransactions)
    .innerJoin(journalEntries, eq(journalEntries.transactionId, journalTransactions.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, journalEntries.accountId))
    .where(
      and(
        eq(journalTransactions.naturalKey, `win:${ulid}`),
        eq(ledgerAccounts.userId, userId),
        gt(journalEntries.amount, 0n),
      ),
    );
  return prize;
}
