import { DELIVERY_CHECK_AFTER_MS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';
import type { Delivery, DeliveryKind } from './delivery.ts';
import { findDelivery } from './find-delivery.ts';
import type { Verdict } from './verdict.ts';
import { recordVerdict } from './record-verdict.ts';
import { isTooLateToSend, sendDelivery } from './send-delivery.ts';

/** After the last moment at which a delivery is handed over, it may still be on its way for so long. */
export const IN_FLIGHT_MS = HOUR_MS;

/**
 * Finds out from its carrier what became of a delivery, and records it. One that the carrier never heard of is
 * handed over again for a while, always with the same reference, and never later; if it is not known an hour
 * after that, it was never delivered. Nor is it while the try before may be on its way: a carrier that is still at
 * it has not noted the reference.
 * @param delivery as it was read a moment ago
 * @throws when the carrier cannot be asked.
 */
export async function settleDelivery<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  delivery: Row,
): Promise<Row> {
  if (delivery.status === 'failed') return delivery;
  if (delivery.attempts === 0 && !isTooLateToSend(deps, kind, delivery))
    return sendDelivery(deps, kind, delivery);
  const carrier = kind.carrierOf(deps, delivery);
  if (!carrier)
    throw new Error(`the carrier of ${kind.noun} ${delivery.reference} is not configured`);
  const verdict = await carrier.find();
  if (verdict.state !== 'unknown' || delivery.status !== 'pending') {
    return recordVerdict(deps, kind, delivery.id, verdict);
  }
  if (!isTooLateToSend(deps, kind, delivery) && hasWaitedOut(deps, delivery))
    return sendDelivery(deps, kind, delivery);
  const ageMs = deps.clock.now() - delivery.createdAt.getTime();
  const isOver = ageMs >= kind.sendUntilMs + IN_FLIGHT_MS;
  return recordVerdict(deps, kind, delivery.id, isOver ? { ...verdict, state: 'failed' } : verdict);
}

/**
 * Settles the delivery with a reference, as a webhook names it: what the webhook says of it is not believed, its
 * carrier is asked.
 * @returns undefined when there is no such delivery
 * @throws when the carrier cannot be asked.
 */
export async function settleNamed<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  reference: string,
): Promise<Row | undefined> {
  const delivery = await findDelivery(deps.db, kind, reference);
  return delivery && settleDelivery(deps, kind, delivery);
}

const hasWaitedOut = (
  { clock }: Pick<Deps, 'clock'>,
  { updatedAt }: Pick<Delivery, 'updatedAt'>,
): boolean => clock.now() - updatedAt.getTime() >= DELIVERY_CHECK_AFTER_MS;
