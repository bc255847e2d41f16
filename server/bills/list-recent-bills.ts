import { and, desc, eq, ne } from 'drizzle-orm';

import type { RecentBill } from '../../contract/purchases.ts';
import { RECENT_PURCHASES } from '../../contract/constants.ts';
import { minorToMajor, type Currency } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/suppliers.ts';

/** The bills that a user paid last, each customer of a biller once, the latest first. */
export async function listRecentBills(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<RecentBill[]> {
  const latest = db
    .selectDistinctOn([purchases.service, purchases.customer])
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        eq(purchases.kind, 'bill'),
        eq(purchases.currency, currency),
        ne(purchases.status, 'failed'),
      ),
    )
    .orderBy(purchases.service, purchases.customer, desc(purchases.id))
    .as('latest');
  const rows = await db.select().from(latest).orderBy(desc(latest.id)).limit(RECENT_PURCHASES);
  return rows.map((row) => ({
    biller: row.service,
    biller_name: row.serviceName,
    item: row.item ?? '',
    item_name: row.itemName ?? '',
    customer: row.customer,
    customer_name: row.customerName,
    amount: minorToMajor(row.amount),
    paid_at: row.createdAt.toISOString(),
  }));
}
