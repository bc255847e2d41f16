import { lt } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { voucherReleases } from '../db/schema/payment-vouchers.ts';
import type { Deps } from '../deps.ts';

/** A code is good for minutes; a day later no redeemer asks about it. */
const KEEP_MS = DAY_MS;

/** Deletes release codes that have expired. */
export async function sweepReleases({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEEP_MS);
  await deleteInBatches(db, voucherReleases, lt(voucherReleases.expiresAt, before));
}
