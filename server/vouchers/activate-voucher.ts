import { and, eq } from 'drizzle-orm';

import { noteChange } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { hasExpired, type Voucher } from './voucher-row.ts';

export const OPEN_DIGIT = 'open-digit';
export const DRAW_LOTTERY = 'draw-lottery';
export const EXPIRE_VOUCHER = 'expire-voucher';
/** It finds vouchers whose job was missed, e.g. while no server ran. */
export const SWEEP_VOUCHERS = 'sweep-vouchers';
export const SWEEP_TRACES = 'sweep-traces';

export interface VoucherJob {
  readonly voucherId: number;
}

export const SETTLE_ARRIVALS = 'settle-arrivals';
export const SETTLE_VISITOR = 'settle-visitor';

export interface VisitorJob {
  readonly userId: number;
}

/** The database's clock may be a little ahead of ours. */
const JOB_MARGIN_MS = 1_000;

/** @returns false if it is not pending or has expired, and the payer keeps the money */
export async function activateVoucher(
  tx: Db,
  jobs: Deps['jobs'],
  voucher: Pick<Voucher, 'id' | 'remainingTime' | 'finalRevealTime' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  if (hasExpired(voucher, now)) return false;
  const isPending = and(eq(vouchers.id, voucher.id), eq(vouchers.status, 'pending'));
  const activate = tx.update(vouchers).set({ status: 'active', activatedAt: now }).where(isPending);
  if (!(await hasChanged(activate))) return false;
  noteChange(tx, `voucher:${voucher.id}`);
  await planVoucher(tx, jobs, voucher);
  return true;
}

export async function planVoucher(
  tx: Db,
  jobs: Deps['jobs'],
  voucher: Parameters<typeof activateVoucher>[2],
): Promise<void> {
  const plans = [
    [OPEN_DIGIT, voucher.remainingTime],
    [DRAW_LOTTERY, voucher.finalRevealTime],
    [EXPIRE_VOUCHER, voucher.expiresAt],
  ] as const;
  const job: VoucherJob = { voucherId: voucher.id };
  for (const [queue, moment] of plans)
    if (moment) await jobs.send(tx, queue, job, { startAfter: soonAfter(moment) });
}

const soonAfter = (moment: Date): Date => new Date(moment.getTime() + JOB_MARGIN_MS);
