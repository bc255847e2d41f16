import type { Outgoing } from '../accounts/pin/require-pin.ts';
import { takeOut } from '../accounts/pin/take-out.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { within } from '../lib/within.ts';
import type { Delivery, DeliveryKind } from './delivery.ts';
import type { Verdict } from './verdict.ts';
import { sendDelivery } from './send-delivery.ts';

/** With what goes before it, less than the app waits for an answer. */
const SEND_WAIT_MS = 8_000;

/** How a delivery of one kind begins. */
export interface Start<Row> extends Outgoing {
  /** Stores the row and holds its money, in one transaction. @returns the row's reference */
  readonly hold: (tx: Db, now: Date) => Promise<string>;
  readonly find: (db: Db, reference: string) => Promise<Row | undefined>;
}

/**
 * Takes money out of a wallet and hands it to its carrier: the one way out for whatever is asked of a person
 * before money leaves, the PIN first. Hold and row are committed before the carrier is called, so whatever happens
 * afterwards nothing leaves twice and nothing is lost; the carrier's word alone ends it, also when it comes
 * after the answer. The same request key continues the same delivery.
 * @returns the row as it stands after the first try
 * @throws those of `requirePin`; what `hold` does, e.g. AppError `insufficient_funds`, `money_held`
 */
export async function startDelivery<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  { hold, find, ...outgoing }: Start<Row>,
): Promise<Row> {
  const { body } = await takeOut(deps, outgoing, async (tx, now) => ({
    status: 200,
    body: { reference: await hold(tx, now) },
  }));
  const delivery = await find(deps.db, body.reference);
  if (!delivery) throw new Error(`no ${kind.noun} ${body.reference}`);
  if (delivery.attempts > 0) return delivery;
  // From here on the log knows it by its reference, also where a job goes on with it.
  deps.log.info({ reference: delivery.reference }, `${kind.noun} begins`);
  // A carrier that is slower than people are patient is heard by the job at the latest.
  return (await within(sendDelivery(deps, kind, delivery), SEND_WAIT_MS)) ?? delivery;
}
