import type { GoodiesDatabase } from '../database.ts';
import type { VoucherRow } from '../rows.ts';

/** The mirrored voucher with this ulid or id, or the payment voucher with this code. */
export async function readVoucher(
  db: GoodiesDatabase,
  idOrUlid: string,
): Promise<VoucherRow | undefined> {
  const byUlid = await db.vouchers.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  const byId = await db.vouchers.where('id').equals(Number(idOrUlid)).first();
  if (byId) return byId;
  // A completed giveaway shows a code that its creator chose, perhaps another voucher's.
  const withCode = db.vouchers.where('code').equals(idOrUlid);
  return withCode.and(({ purpose }) => purpose === 'payment').first();
}
