import { and, count, eq, ne } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { voucherFollows } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/**
 * How many giveaways a user follows or has muted besides one of them; of those that have ended nothing comes any more.
 * @param voucherId the one that does not count
 */
export async function countOpenFollows(db: Db, userId: number, voucherId: number): Promise<number> {
  const [open] = await db
    .select({ n: count() })
    .from(voucherFollows)
    .innerJoin(vouchers, eq(vouchers.id, voucherFollows.voucherId))
    .where(
      and(
        eq(voucherFollows.userId, userId),
        ne(vouchers.id, voucherId),
        eq(vouchers.status, 'active'),
      ),
    );
  return open?.n ?? 0;
}
