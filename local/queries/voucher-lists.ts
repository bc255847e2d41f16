import { FEATURED_MAX, FOLLOWED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { FEATURED_KEY, FOLLOWED_KEY, voucherListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { VoucherRow } from '../rows.ts';
import { readListed } from './read-listed.ts';

export const readVoucherList = async (
  db: GoodiesDatabase,
  query: Omit<VoucherListQuery, 'page'>,
  rowsMax: number = VOUCHER_PAGE_SIZE,
) =>
  readListed(
    await db.voucherLists.get(voucherListKey({ ...query, page: 1 })),
    db.vouchers,
    rowsMax,
  );

export const readFeatured = async (db: GoodiesDatabase) =>
  readListed(await db.voucherLists.get(FEATURED_KEY), db.vouchers, FEATURED_MAX);

export interface Followed {
  readonly rows: readonly VoucherRow[];
  readonly coinsPending: number;
  readonly fetchedAt: number;
}

/** Giveaways that ended since the last answer are still in it. */
export async function readFollowed(db: GoodiesDatabase): Promise<Followed | undefined> {
  const list = await db.voucherLists.get(FOLLOWED_KEY);
  const listed = await readListed(list, db.vouchers, FOLLOWED_MAX);
  if (!list || !listed) return undefined;
  return { rows: listed.rows, coinsPending: list.coinsPending ?? 0, fetchedAt: list.fetchedAt };
}
