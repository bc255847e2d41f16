import type { Deps } from '../deps.ts';
import { reconcilePending } from './reconcile-pending.ts';

const RECONCILE_QUEUE = 'reconcile-payments';
const EVERY_MINUTE = '* * * * *';

/** Payments settle also when nobody comes back from the checkout. */
export function registerPaymentJobs(deps: Deps): void {
  deps.jobs.handle(RECONCILE_QUEUE, async () => {
    await reconcilePending(deps);
  });
  deps.jobs.schedule(RECONCILE_QUEUE, EVERY_MINUTE);
}
