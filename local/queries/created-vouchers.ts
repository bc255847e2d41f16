import type { CreatedQuery } from '../../contract/payment-vouchers.ts';
import { createdListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import { mergeVoucher } from '../merge-voucher.ts';
import type {
  AllowedUsersRow,
  AnalyticsRow,
  CreatedVoucherListRow,
  CreatedVoucherRow,
} from '../rows.ts';

export interface CreatedPage extends Pick<CreatedVoucherListRow, 'hasMore' | 'fetchedAt'> {
  readonly vouchers: readonly CreatedVoucherRow[];
}

/** A mirrored page of the caller's own vouchers; undefined when it was never fetched. */
export async function readCreated(
  db: GoodiesDatabase,
  query: CreatedQuery,
): Promise<CreatedPage | undefined> {
  const list = await db.createdVoucherLists.get(createdListKey(query));
  if (!list) return undefined;
  const ulids = [...list.ulids];
  const rows = await db.createdVouchers.bulkGet(ulids);
  // Its own page may know more of how a voucher stands.
  const pages = await db.vouchers.bulkGet(ulids);
  const { hasMore, fetchedAt } = list;
  const vouchers = rows.flatMap((row, index) => (row ? [mergeVoucher(pages[index], row)] : []));
  return { vouchers, hasMore, fetchedAt };
}

/** One of the caller's own vouchers; undefined without an ulid, and when this device does not have it. */
export const readCreatedVoucher = async (
  db: GoodiesDatabase,
  ulid: string | undefined,
): Promise<CreatedVoucherRow | undefined> =>
  ulid === undefined ? undefined : db.createdVouchers.get(ulid);

/** The mirrored analytics of the giveaway with this ulid or id. */
export async function readAnalytics(
  db: GoodiesDatabase,
  idOrUlid: string,
): Promise<AnalyticsRow | undefined> {
  const byUlid = await db.analytics.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  return db.analytics.where('id').equals(Number(idOrUlid)).first();
}

/** Who may guess on a private giveaway, as last heard. */
export const readAllowedUsers = (
  db: GoodiesDatabase,
  ulid: string,
): Promise<AllowedUsersRow | undefined> => db.allowedUsers.get(ulid);
