import { reconcileDeliveries } from '../reconcile-deliveries.ts';
import type { Deps } from '../../deps.ts';
import { PAYOUTS } from './payout.ts';

/** Asks the rails about every payout whose time has come. */
export const reconcilePayouts = (deps: Deps): Promise<void> => reconcileDeliveries(deps, PAYOUTS);
