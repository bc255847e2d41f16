import type { Voucher } from '../contract/vouchers.ts';
import type { GoodiesDatabase } from '../local/database.ts';
import { readVoucher } from '../local/queries/vouchers.ts';

/** Writes what changed on a voucher, wherever it is mirrored. Tables: vouchers, createdVouchers. */
export async function mirrorStatus(
  db: GoodiesDatabase,
  id: string,
  changes: Partial<Pick<Voucher, 'status' | 'is_used' | 'enable_2fa'>>,
): Promise<void> {
  const ulid = (await readVoucher(db, id))?.ulid ?? id;
  await db.vouchers.update(ulid, changes);
  await db.createdVouchers.update(ulid, changes);
}
