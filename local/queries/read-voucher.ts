import type { GoodiesDatabase } from '../database.ts';
import type { VoucherRow } from '../rows.ts';

/** The mirrored voucher with this ulid or id. */
export async function readVoucher(
  db: GoodiesDatabase,
  idOrUlid: string,
): Promise<VoucherRow | undefined> {
  const byUlid = await db.vouchers.get(idOrUlid.toUpperCase());
  if (byUlid || !/^\d+$/.test(idOrUlid)) return byUlid;
  return db.vouchers.where('id').equals(Number(idOrUlid)).first();
}
