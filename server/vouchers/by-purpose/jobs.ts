import { and, eq, inArray, lte, or } from 'drizzle-orm';

import { dateOf } from '../../clock.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { drawLottery } from '../../giveaways/lottery/draw-lottery.ts';
import { expireVoucher } from './expire-voucher.ts';
import {
  DRAW_LOTTERY,
  EXPIRE_VOUCHER,
  OPEN_DIGIT,
  REWRITE_WORTHS,
  SWEEP_VOUCHERS,
  type VoucherJob,
} from '../job-names.ts';
import { rewriteWorths } from '../../giveaways/rewrite-worths.ts';
import { openDigitByTime } from '../../giveaways/reveal/open-digit-by-time.ts';

/** As often as the rates are looked at. */
const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_MINUTE = '* * * * *';
/** Vouchers a sweep looks after; the next one takes the rest. */
const SWEEP_MAX = 200;

/** Says who does the work of vouchers that happens by itself; before the jobs start. */
export function registerVoucherJobs(deps: Deps): void {
  deps.jobs.handle(OPEN_DIGIT, (data) => openDigitByTime(deps, (data as VoucherJob).voucherId));
  deps.jobs.handle(DRAW_LOTTERY, (data) => drawLottery(deps, (data as VoucherJob).voucherId));
  deps.jobs.handle(EXPIRE_VOUCHER, (data) => expireVoucher(deps, (data as VoucherJob).voucherId));
  deps.jobs.handle(SWEEP_VOUCHERS, () => sweepVouchers(deps));
  deps.jobs.schedule(SWEEP_VOUCHERS, EVERY_MINUTE);
  deps.jobs.handle(REWRITE_WORTHS, async () => void (await rewriteWorths(deps)));
  deps.jobs.schedule(REWRITE_WORTHS, EVERY_TEN_MINUTES);
}

/** Opens, draws and ends whatever is due and has not happened. */
export async function sweepVouchers(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  const now = dateOf(deps.clock);
  const isUnopened = and(
    eq(vouchers.revealMethod, 'time'),
    lte(vouchers.remainingTime, now),
    eq(vouchers.revealsDone, 0),
  );
  const isUndrawn = and(eq(vouchers.revealMethod, 'lottery'), lte(vouchers.finalRevealTime, now));
  const due = await deps.db
    .select({ id: vouchers.id, method: vouchers.revealMethod })
    .from(vouchers)
    .where(
      and(
        eq(vouchers.purpose, 'giveaway'),
        eq(vouchers.status, 'active'),
        or(isUnopened, isUndrawn),
      ),
    )
    .orderBy(vouchers.id)
    .limit(SWEEP_MAX);
  for (const { id, method } of due)
    await (method === 'lottery' ? drawLottery(deps, id) : openDigitByTime(deps, id));
  await sweepExpired(deps, now);
}

async function sweepExpired(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  now: Date,
): Promise<void> {
  const due = await deps.db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(inArray(vouchers.status, ['pending', 'active']), lte(vouchers.expiresAt, now)))
    .orderBy(vouchers.expiresAt)
    .limit(SWEEP_MAX);
  for (const { id } of due) await expireVoucher(deps, id);
}
