import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/payouts.ts';
import type { Payout } from './payout.ts';

/** The payout with a reference; undefined when there is none. */
export async function findPayout(db: Db, reference: string): Promise<Payout | undefined> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.reference, reference));
  return payout;
}
