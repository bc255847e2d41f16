import { settleDelivery } from '../deliveries/settle-delivery.ts';
import type { Deps } from '../deps.ts';
import { findPurchase } from './find-purchase.ts';
import { PURCHASES, type Purchase } from './purchase.ts';

/**
 * Settles the purchase with a reference, as a webhook names it: what the webhook says of it is not believed,
 * the supplier is asked.
 * @returns undefined when there is no such purchase
 * @throws when the supplier cannot be asked.
 */
export async function settlePurchase(deps: Deps, reference: string): Promise<Purchase | undefined> {
  const purchase = await findPurchase(deps.db, reference);
  return purchase && settleDelivery(deps, PURCHASES, purchase);
}
