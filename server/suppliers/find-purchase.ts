import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/suppliers.ts';
import type { Purchase } from './purchase.ts';

/** The purchase with a reference; undefined when there is none. */
export async function findPurchase(db: Db, reference: string): Promise<Purchase | undefined> {
  const [purchase] = await db.select().from(purchases).where(eq(purchases.reference, reference));
  return purchase;
}
