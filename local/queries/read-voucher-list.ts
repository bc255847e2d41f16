import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { FEATURED_KEY, voucherListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { VoucherRow } from '../rows.ts';

export interface VoucherListPage {
  readonly vouchers: readonly VoucherRow[];
  readonly lastPage: number;
  readonly total: number;
  /** ms since the epoch */
  readonly fetchedAt: number;
}

async function readList(db: GoodiesDatabase, key: string): Promise<VoucherListPage | undefined> {
  const list = await db.voucherLists.get(key);
  if (!list) return undefined;
  const rows = await db.vouchers.bulkGet([...list.ulids]);
  const { lastPage, total, fetchedAt } = list;
  return { vouchers: rows.filter((row) => row !== undefined), lastPage, total, fetchedAt };
}

/** A mirrored page of vouchers; undefined when it was never fetched. */
export const readVoucherList = (
  db: GoodiesDatabase,
  query: VoucherListQuery,
): Promise<VoucherListPage | undefined> => readList(db, voucherListKey(query));

export const readFeatured = (db: GoodiesDatabase): Promise<VoucherListPage | undefined> =>
  readList(db, FEATURED_KEY);
