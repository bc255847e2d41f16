import { and, gt, lt } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { voucherReleases } from '../db/schema/payment-vouchers.ts';

/** Whether a release code that was sent before a moment can still be used. */
export async function findOpenRelease(db: Db, sentBefore: Date, now: Date): Promise<boolean> {
  const [open] = await db
    .select({ voucherId: voucherReleases.voucherId })
    .from(voucherReleases)
    .where(and(lt(voucherReleases.createdAt, sentBefore), gt(voucherReleases.expiresAt, now)))
    .limit(1);
  return open !== undefined;
}
