import { reconcileDeliveries } from '../reconcile-deliveries.ts';
import type { Deps } from '../../deps.ts';
import { EVERY_MINUTE } from '../../jobs/cron.ts';
import { PURCHASES } from './purchase.ts';

const RECONCILE_QUEUE = 'reconcile-purchases';

/** Asks the suppliers about every purchase whose time has come. */
export const reconcilePurchases = (deps: Deps): Promise<void> =>
  reconcileDeliveries(deps, PURCHASES);

/** Purchases come to their end also when the first answer of the supplier never arrived. */
export function registerSupplierJobs(deps: Deps): void {
  deps.jobs.handle(RECONCILE_QUEUE, () => reconcilePurchases(deps), EVERY_MINUTE);
}
