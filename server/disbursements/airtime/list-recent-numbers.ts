import type { RecentAirtime } from '../../../contract/purchases.ts';
import { minorToMajor, type Currency } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import { listRecent } from '../suppliers/list-recent.ts';

/** The numbers that a user topped up last, each once, the latest first. */
export async function listRecentNumbers(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<RecentAirtime[]> {
  const rows = await listRecent(db, { userId, kind: 'airtime', currency }, [purchases.customer]);
  return rows.map((row) => ({
    network: row.service,
    phone: row.customer,
    amount: minorToMajor(row.amount),
    bundle: row.item,
    bought_at: row.createdAt.toISOString(),
  }));
}
