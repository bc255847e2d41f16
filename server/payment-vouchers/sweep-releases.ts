import { lt } from 'drizzle-orm';

import { deleteInBatches } from '../db/delete-in-batches.ts';
import { voucherReleases } from '../db/schema/payment-vouchers.ts';
import type { Deps } from '../deps.ts';

/** A code is good for minutes; a day later nobody asks about it. */
const KEEP_MS = 86_400_000;

/** Deletes release codes that have expired. */
export async function sweepReleases({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEEP_MS);
  await deleteInBatches(db, voucherReleases, lt(voucherReleases.expiresAt, before));
}
