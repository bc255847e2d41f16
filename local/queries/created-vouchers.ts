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

/** Payment vouchers of this user that hold money and whose code this device knows, newest first. */
export async function readHandedOver(db: GoodiesDatabase): Promise<CreatedVoucherRow[]> {
  const rows = await keepHandedOver(db, await db.createdVouchers.toArray());
  return rows.sort((one, other) => other.created_at.localeCompare(one.created_at));
}

const LOOKED_AT_ONCE = 20;

/** Whether there are two of them. Newest first, because the old ones are mostly claimed. */
export async function hasSeveralHandedOver(db: GoodiesDatabase): Promise<boolean> {
  let found = 0;
  let rows = await db.createdVouchers.reverse().limit(LOOKED_AT_ONCE).toArray();
  for (;;) {
    found += (await keepHandedOver(db, rows)).length;
    const last = rows.at(-1);
    if (found > 1 || !last) return found > 1;
    rows = await db.createdVouchers
      .where('ulid')
      .below(last.ulid)
      .reverse()
      .limit(LOOKED_AT_ONCE)
      .toArray();
  }
}

/** By the voucher's own page, too, which may be newer. */
async function keepHandedOver(
  db: GoodiesDatabase,
  rows: readonly CreatedVoucherRow[],
): Promise<CreatedVoucherRow[]> {
  const payments = rows.filter(({ purpose, code }) => purpose === 'payment' && code !== null);
  const pages = await db.vouchers.bulkGet(payments.map(({ ulid }) => ulid));
  return payments
    .map((row, at) => mergeVoucher(pages[at], row))
    .filter(({ status, is_used: isUsed }) => status === 'active' && !isUsed);
}

export async function readAnalytics(db: GoodiesDatabase, idOrUlid: string) {
  const byUlid = await db.analytics.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  return db.analytics.where('id').equals(Number(idOrUlid)).first();
}

export const readAllowedUsers = (db: GoodiesDatabase, ulid: string) => db.allowedUsers.get(ulid);

export interface RecentRecipient {
  /** Undefined for an address. */
  readonly recipient: { readonly username: string } | undefined;
  readonly email: string;
}

const RECENT_RECIPIENTS = 6;

/** The people that money was last sent to, the last one first. */
export async function readRecentRecipients(
  db: GoodiesDatabase,
): Promise<readonly RecentRecipient[]> {
  const rows = await db.createdVouchers.toArray();
  const byName = new Map<string, RecentRecipient>();
  for (const row of rows.sort((a, b) => b.created_at.localeCompare(a.created_at))) {
    const email = row.recipient_email ?? '';
    const name = row.recipient?.username ?? email;
    // What stands in for the name of a deleted account is neither.
    if (!/^[a-z0-9_]+$|@/.test(name) || byName.has(name)) continue;
    byName.set(name, { recipient: row.recipient ?? undefined, email });
  }
  return [...byName.values()].slice(0, RECENT_RECIPIENTS);
}
