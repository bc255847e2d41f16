import { FEATURED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { FEATURED_KEY, voucherListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
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
