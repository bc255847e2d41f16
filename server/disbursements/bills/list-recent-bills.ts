import type { RecentBill } from '../../../contract/purchases.ts';
import { minorToMajor, type Currency } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import { listRecent } from '../suppliers/list-recent.ts';

/** The bills that a user paid last, each customer of a biller once, the latest first. */
export async function listRecentBills(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<RecentBill[]> {
  const rows = await listRecent(db, { userId, kind: 'bill', currency }, [
    purchases.service,
    purchases.customer,
  ]);
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
