import { and, desc, eq, ne } from 'drizzle-orm';

import type { RecentAirtime } from '../../contract/purchases.ts';
import { RECENT_PURCHASES } from '../../contract/constants.ts';
import { minorToMajor, type Currency } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/suppliers.ts';

/** The numbers that a user topped up last, each once, the latest first. */
export async function listRecentNumbers(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<RecentAirtime[]> {
  const latest = db
    .selectDistinctOn([purchases.customer])
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        eq(purchases.kind, 'airtime'),
        eq(purchases.currency, currency),
        ne(purchases.status, 'failed'),
      ),
    )
    .orderBy(purchases.customer, desc(purchases.id))
    .as('latest');
  const rows = await db.select().from(latest).orderBy(desc(latest.id)).limit(RECENT_PURCHASES);
  return rows.map((row) => ({
    network: row.service,
    phone: row.customer,
    amount: minorToMajor(row.amount),
    bundle: row.item,
    bought_at: row.createdAt.toISOString(),
  }));
}
