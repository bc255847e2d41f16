import type { Deps } from '../../deps.ts';
import { EVERY_MINUTE } from '../../jobs/cron.ts';
import { reconcilePayouts } from './reconcile-payouts.ts';

const RECONCILE_QUEUE = 'reconcile-payouts';

/** Withdrawals come to their end also when the first answer of the rail never arrived. */
export function registerPayoutJobs(deps: Deps): void {
  deps.jobs.handle(RECONCILE_QUEUE, () => reconcilePayouts(deps), EVERY_MINUTE);
}
