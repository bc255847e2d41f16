import { and, eq, sql } from 'drizzle-orm';

import { DELIVERY_CHECK_AFTER_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { Carrier, Delivery, DeliveryKind } from './delivery.ts';
import type { Verdict } from './verdict.ts';
import { recordVerdict } from './record-verdict.ts';

/**
 * Hands a pending delivery to its carrier, unless another process is at it. The try is counted before it is
 * made, so after a crash it is known that there may have been one. No answer leaves the delivery as it is: the
 * money stays held until the carrier says what happened. One that is too old is left alone, also for the first time.
 * @param delivery as it was read a moment ago
 */
export async function sendDelivery<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  delivery: Row,
): Promise<Row> {
  const carrier = kind.carrierOf(deps, delivery);
  if (!carrier || isTooLateToSend(deps, kind, delivery)) return delivery;
  if (!(await takeTurn(deps, kind, delivery))) return delivery;
  const verdict = await handOver(deps, kind, carrier, delivery);
  if (!verdict) return delivery;
  if (verdict.state === 'refused') {
    const { reference } = delivery;
    deps.log.warn(
      { reference, carrier: carrier.name, reason: verdict.reason },
      `${kind.noun} refused`,
    );
  }
  return recordVerdict(deps, kind, delivery.id, verdict);
}

/** Whether a delivery is not handed over any more: `settleDelivery` gives it up an hour after this moment. */
export const isTooLateToSend = <Row extends Delivery, Word extends Verdict>(
  { clock }: Pick<Deps, 'clock'>,
  { sendUntilMs }: DeliveryKind<Row, Word>,
  { createdAt }: Row,
): boolean => clock.now() - createdAt.getTime() >= sendUntilMs;

/** Counts the try; false when another one was counted since the delivery was read. */
async function takeTurn<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  { table }: DeliveryKind<Row, Word>,
  { id, attempts }: Row,
): Promise<boolean> {
  const taken = await deps.db
    .update(table)
    .set({
      attempts: sql`${table.attempts} + 1`,
      nextCheckAt: new Date(deps.clock.now() + DELIVERY_CHECK_AFTER_MS),
      updatedAt: dateOf(deps.clock),
    })
    .where(and(eq(table.id, id), eq(table.status, 'pending'), eq(table.attempts, attempts)))
    .returning({ id: table.id });
  return taken.length > 0;
}

/** The carrier's answer; undefined when there was none. */
async function handOver<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  { noun }: DeliveryKind<Row, Word>,
  carrier: Carrier<Word>,
  { reference }: Row,
): Promise<Word | undefined> {
  try {
    return await carrier.send();
  } catch (error) {
    deps.log.warn({ err: error, reference, carrier: carrier.name }, `no answer to a ${noun}`);
    return undefined;
  }
}
