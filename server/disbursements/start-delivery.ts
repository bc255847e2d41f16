import { DELIVERY_CHECK_AFTER_MS } from '../../contract/constants.ts';
import type { Outgoing } from '../accounts/pin/require-pin.ts';
import { takeOut } from '../accounts/pin/take-out.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { answerOnce, firstAnswer, type Answer } from '../http/idempotency.ts';
import { within } from '../lib/within.ts';
import { SEND_WAIT_MS, type Delivery, type DeliveryKind } from './delivery.ts';
import { findDelivery } from './find-delivery.ts';
import type { Verdict } from './verdict.ts';
import { sendDelivery } from './send-delivery.ts';

/** Stores a delivery's row and holds its money, in one transaction. @returns the row's reference */
export type Hold = (tx: Db, now: Date) => Promise<string>;

/** What its row begins with: it is still to be handed over, and the job asks about it should that fail. */
export const newDelivery = (now: Date) =>
  ({
    status: 'pending',
    nextCheckAt: new Date(now.getTime() + DELIVERY_CHECK_AFTER_MS),
    createdAt: now,
    updatedAt: now,
  }) as const;

/** How a delivery begins. */
export interface Start extends Outgoing {
  /** Judges a new request, by what its carrier and others say now. */
  readonly prepare: () => Promise<Hold>;
}

/**
 * Takes money out of a wallet and hands it to its carrier: the one way out for whatever is asked of a person
 * before money leaves, the PIN first. Hold and row are committed before the carrier is called, so whatever happens
 * afterwards nothing leaves twice and nothing is lost; the carrier's word alone ends it, also when it comes
 * after the answer. The same request key continues the same delivery, whatever would be said to it now.
 * @returns the row as it stands after the first try
 * @throws those of `requirePin`; what `prepare` and its hold do, e.g. AppError `insufficient_funds`, `money_held`
 */
export async function startDelivery<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  { prepare, ...outgoing }: Start,
): Promise<Row> {
  const { body } = await beginOnce(deps, outgoing, prepare);
  const delivery = await findDelivery(deps.db, kind, body.reference);
  if (!delivery) throw new Error(`no ${kind.noun} ${body.reference}`);
  if (delivery.attempts > 0) return delivery;
  // From here on the log knows it by its reference, also where a job goes on with it.
  deps.log.info({ reference: delivery.reference }, `${kind.noun} begins`);
  // A carrier that is slower than people are patient is heard by the job at the latest.
  return (await within(sendDelivery(deps, kind, delivery), SEND_WAIT_MS)) ?? delivery;
}

/** Gives a repeated request its first answer before anybody is asked: what a carrier says may have changed since. */
function beginOnce(
  deps: Deps,
  outgoing: Outgoing,
  prepare: () => Promise<Hold>,
): Promise<Answer<{ reference: string }>> {
  const { requestKey } = outgoing;
  const startedAt = dateOf(deps.clock);
  return answerOnce<Answer<{ reference: string }>>(deps.db, requestKey, startedAt, async () => {
    const first = await firstAnswer<{ reference: string }>(deps.db, requestKey, startedAt);
    if (first) return first;
    const hold = await prepare();
    return takeOut(deps, outgoing, async (tx, now) => ({
      status: 200,
      body: { reference: await hold(tx, now) },
    }));
  });
}
