import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { DRAW_LOTTERY, OPEN_DIGIT, type VoucherJob } from './job-names.ts';
import type { Voucher } from './voucher-row.ts';

/** A job claimed by a database whose clock is a little ahead of ours must not find that it is too early. */
const JOB_MARGIN_MS = 1_000;

/**
 * Makes a paid voucher active, in the transaction that took the payment, and plans what happens to it by itself.
 * @returns false when it is not pending any more.
 */
export async function activateVoucher(
  tx: Db,
  jobs: Deps['jobs'],
  voucher: Pick<Voucher, 'id' | 'remainingTime' | 'finalRevealTime'>,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(vouchers)
    .set({ status: 'active', activatedAt: now })
    .where(and(eq(vouchers.id, voucher.id), eq(vouchers.status, 'pending')))
    .returning({ id: vouchers.id });
  if (changed.length === 0) return false;
  const job: VoucherJob = { voucherId: voucher.id };
  if (voucher.remainingTime)
    await jobs.send(tx, OPEN_DIGIT, job, { startAfter: soonAfter(voucher.remainingTime) });
  if (voucher.finalRevealTime)
    await jobs.send(tx, DRAW_LOTTERY, job, { startAfter: soonAfter(voucher.finalRevealTime) });
  return true;
}

const soonAfter = (moment: Date): Date => new Date(moment.getTime() + JOB_MARGIN_MS);
