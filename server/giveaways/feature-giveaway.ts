import { and, eq, isNotNull, isNull } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { isListed, vouchers } from '../db/schema/vouchers.ts';

/**
 * Puts an open, public giveaway first among those that visitors are shown.
 * @returns false for one that is not open and public, or stands there already
 */
export async function featureGiveaway(tx: Db, voucherId: number, now: Date): Promise<boolean> {
  const featured = await tx
    .update(vouchers)
    .set({ featuredAt: now })
    .where(and(eq(vouchers.id, voucherId), isListed(vouchers), isNull(vouchers.featuredAt)))
    .returning({ id: vouchers.id });
  return featured.length > 0;
}

/** Has a giveaway stand by its views again. @returns whether it was featured */
export async function unfeatureGiveaway(tx: Db, voucherId: number): Promise<boolean> {
  const unfeatured = await tx
    .update(vouchers)
    .set({ featuredAt: null })
    .where(and(eq(vouchers.id, voucherId), isNotNull(vouchers.featuredAt)))
    .returning({ id: vouchers.id });
  return unfeatured.length > 0;
}
