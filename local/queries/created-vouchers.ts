import { VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { CreatedQuery } from '../../contract/payment-vouchers.ts';
import { createdListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import { mergeVoucher } from '../merge-voucher.ts';
import type { CreatedVoucherRow } from '../rows.ts';
import { readListed, type Listed } from './read-listed.ts';

export const readCreated = async (
  db: GoodiesDatabase,
  { status }: CreatedQuery,
  rowsMax: number = VOUCHER_PAGE_SIZE,
): Promise<Listed<CreatedVoucherRow> | undefined> => {
  const list = await db.createdVoucherLists.get(createdListKey({ status }));
  const listed = await readListed(list, db.createdVouchers, rowsMax);
  if (!listed) return undefined;
  // The voucher's own page may have a newer status.
  const pages = await db.vouchers.bulkGet(listed.rows.map(({ ulid }) => ulid));
  return { ...listed, rows: listed.rows.map((row, at) => mergeVoucher(pages[at], row)) };
};

export const readCreatedVoucher = async (db: GoodiesDatabase, ulid: string | undefined) =>
  ulid === undefined ? undefined : db.createdVouchers.get(ulid);

export async function readAnalytics(db: GoodiesDatabase, idOrUlid: string) {
  const byUlid = await db.analytics.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  return db.analytics.where('id').equals(Number(idOrUlid)).first();
}

export const readAllowedUsers = (db: GoodiesDatabase, ulid: string) => db.allowedUsers.get(ulid);
