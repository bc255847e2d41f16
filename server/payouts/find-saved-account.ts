import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/payouts.ts';
import type { Payout } from './payout.ts';

/**
 * The user's payout that names a saved account, also when the account was removed since; undefined for anybody else's.
 */
export async function findSavedAccount(
  db: Db,
  userId: number,
  id: string,
): Promise<Payout | undefined> {
  const [payout] = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.reference, id), eq(payouts.userId, userId)));
  return payout;
}
