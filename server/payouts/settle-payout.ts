import { settleDelivery } from '../deliveries/settle-delivery.ts';
import type { Deps } from '../deps.ts';
import { findPayout } from './find-payout.ts';
import { PAYOUTS, type Payout } from './payout.ts';

/**
 * Settles the payout with a reference, as a webhook names it: what the webhook says of it is not believed, the
 * rail is asked.
 * @returns undefined when there is no such payout
 * @throws when the rail cannot be asked.
 */
export async function settlePayout(deps: Deps, reference: string): Promise<Payout | undefined> {
  const payout = await findPayout(deps.db, reference);
  return payout && settleDelivery(deps, PAYOUTS, payout);
}
