import { desc } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Voucher } from './voucher-row.ts';

/** The newest sealed code, to try a key on; undefined where there is no voucher. */
export async function readSealedCode(
  db: Db,
): Promise<Pick<Voucher, 'ulid' | 'codeEncrypted'> | undefined> {
  const [row] = await db
    .select({ ulid: vouchers.ulid, codeEncrypted: vouchers.codeEncrypted })
    .from(vouchers)
    .orderBy(desc(vouchers.id))
    .limit(1);
  return row;
}
