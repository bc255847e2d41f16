import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/payouts.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import type { KnownTransfer } from './payout-rail.ts';
import type { Payout } from './record-payout-verdict.ts';

/** The payout with a reference; undefined when there is none. */
export async function findPayout(db: Db, reference: string): Promise<Payout | undefined> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.reference, reference));
  return payout;
}

/** What a rail needs to recognise a payout. */
export const transferOf = (payout: Payout): KnownTransfer => ({
  reference: payout.reference,
  currency: currencyOf(payout.currency),
  railReference: payout.railReference ?? undefined,
  createdAt: payout.createdAt,
});
