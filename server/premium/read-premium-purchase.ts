import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { journalTransactions } from '../db/schema/ledger.ts';

/** Whether the money of a payment bought premium; else it is in its payer's wallet. */
export async function hasBoughtPremium(db: Db, reference: string): Promise<boolean> {
  const [bought] = await db
    .select({ id: journalTransactions.id })
    .from(journalTransactions)
    .where(
      and(eq(journalTransactions.reference, reference), eq(journalTransactions.kind, 'premium')),
    );
  return bought !== undefined;
}
