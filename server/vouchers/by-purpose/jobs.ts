import { and, eq, inArray, lte, type SQL } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { idsInBatches } from '../../lib/in-batches.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import { drawLottery } from '../../giveaways/lottery/draw-lottery.ts';
import { expireVoucher } from './end-voucher.ts';
import {
  DRAW_LOTTERY,
  EXPIRE_VOUCHER,
  OPEN_DIGIT,
  SWEEP_TRACES,
  SWEEP_VOUCHERS,
  type VoucherJob,
} from '../activate-voucher.ts';
import { sweepOrigins } from '../../abuse/find-newcomers.ts';
import { sweepTracking } from '../../giveaways/views/sweep-tracking.ts';
import { sweepReleases } from '../../payment-vouchers/release-code.ts';
import { openDigitByTime } from '../../giveaways/open-digits.ts';

const NIGHTLY = '53 3 * * *';

type SweepDeps = Pick<Deps, 'db' | 'database' | 'clock' | 'secrets' | 'log'>;

/** Call it before the jobs start. */
export function registerVoucherJobs(deps: Deps): void {
  deps.jobs.handle(OPEN_DIGIT, (data) => openDigitByTime(deps, (data as VoucherJob).voucherId));
  deps.jobs.handle(DRAW_LOTTERY, (data) => drawLottery(deps, (data as VoucherJob).voucherId));
  deps.jobs.handle(EXPIRE_VOUCHER, (data) => expireVoucher(deps, (data as VoucherJob).voucherId));
  deps.jobs.handle(SWEEP_VOUCHERS, () => sweepVouchers(deps), EVERY_MINUTE);
  deps.jobs.handle(
    SWEEP_TRACES,
    async () => {
      await sweepTracking(deps);
      await sweepOrigins(deps);
      await sweepReleases(deps);
    },
    NIGHTLY,
  );
}

/** Runs missed jobs; a failing voucher is logged and does not delay the others. */
export async function sweepVouchers(deps: SweepDeps): Promise<void> {
  const now = dateOf(deps.clock);
  const isUnopened = and(
    eq(vouchers.revealMethod, 'time'),
    lte(vouchers.remainingTime, now),
    eq(vouchers.revealsDone, 0),
  );
  const isUndrawn = and(eq(vouchers.revealMethod, 'lottery'), lte(vouchers.finalRevealTime, now));
  const isRunning = and(eq(vouchers.purpose, 'giveaway'), eq(vouchers.status, 'active'));
  await forEachVoucher(deps, and(isRunning, isUnopened), (id) => openDigitByTime(deps, id));
  await forEachVoucher(deps, and(isRunning, isUndrawn), (id) => drawLottery(deps, id));
  const hasEnded = and(
    inArray(vouchers.status, ['pending', 'active']),
    lte(vouchers.expiresAt, now),
  );
  await forEachVoucher(deps, hasEnded, (id) => expireVoucher(deps, id));
}

async function forEachVoucher(
  { db, log }: SweepDeps,
  isDue: SQL | undefined,
  act: (voucherId: number) => Promise<void>,
): Promise<void> {
  for await (const due of idsInBatches(db, vouchers, isDue))
    for (const voucher of due)
      try {
        await act(voucher);
      } catch (error) {
        log.error({ err: error, voucher }, 'a voucher could not be swept');
      }
}
