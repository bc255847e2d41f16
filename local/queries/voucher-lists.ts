import { FEATURED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { FEATURED_KEY, voucherListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { VoucherRow } from '../rows.ts';
import { readListed, type Listed } from './read-listed.ts';

export const readVoucherList = async (
  db: GoodiesDatabase,
  query: Omit<VoucherListQuery, 'page'>,
  rowsMax: number = VOUCHER_PAGE_SIZE,
): Promise<Listed<VoucherRow> | undefined> =>
  readListed(
    await db.voucherLists.get(voucherListKey({ ...query, page: 1 })),
    db.vouchers,
    rowsMax,
  );

export const readFeatured = async (db: GoodiesDatabase): Promise<Listed<VoucherRow> | undefined> =>
  readListed(await db.voucherLists.get(FEATURED_KEY), db.vouchers, FEATURED_MAX);
