import { and, asc, eq, lte } from 'drizzle-orm';

import { DELIVERY_CHECK_AFTER_MS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { MAX_SILENCES } from '../jobs/max-silences.ts';
import type { Delivery, DeliveryKind } from './delivery.ts';
import type { Verdict } from './verdict.ts';
import { settleDelivery } from './settle-delivery.ts';

/** What one run asks at most; the next run continues with those that waited longest. */
const BATCH = 200;
/** A carrier that cannot be asked about what has arrived is asked again after so long at the latest. */
const MAX_RETRY_MS = HOUR_MS;

/** Asks the carriers about every delivery whose time has come: those under way, and arrived ones. */
export async function reconcileDeliveries<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
): Promise<void> {
  const { table } = kind;
  const due = await deps.db
    .select()
    .from(table)
    .where(lte(table.nextCheckAt, dateOf(deps.clock)))
    .orderBy(asc(table.nextCheckAt))
    .limit(BATCH);
  const silences = new Map<string | undefined, number>();
  for (const delivery of due as unknown as Row[]) {
    const carrier = kind.carrierOf(deps, delivery)?.name;
    const silent = silences.get(carrier) ?? 0;
    // What is not asked about goes behind what is due now, and before what was asked about.
    if (silent >= MAX_SILENCES) await claim(deps, kind, delivery, 0);
    else if (await claim(deps, kind, delivery, pauseOf(deps, delivery)))
      silences.set(carrier, (await reconcile(deps, kind, delivery)) ? 0 : silent + 1);
  }
}

/** As long again as it is since it arrived. */
function pauseOf({ clock }: Pick<Deps, 'clock'>, { status, updatedAt }: Delivery): number {
  if (status !== 'completed') return DELIVERY_CHECK_AFTER_MS;
  const ageMs = clock.now() - updatedAt.getTime();
  return Math.min(Math.max(ageMs, DELIVERY_CHECK_AFTER_MS), MAX_RETRY_MS);
}

/** Keeps other nodes off this question; should this node die, they take it up later. */
async function claim<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  { table }: DeliveryKind<Row, Word>,
  { id, nextCheckAt }: Row,
  pauseMs: number,
): Promise<boolean> {
  if (!nextCheckAt) return false;
  const claimed = await deps.db
    .update(table)
    .set({ nextCheckAt: new Date(deps.clock.now() + pauseMs) })
    .where(and(eq(table.id, id), eq(table.nextCheckAt, nextCheckAt)))
    .returning({ id: table.id });
  return claimed.length > 0;
}

/** @returns whether its carrier could be asked */
async function reconcile<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  delivery: Row,
): Promise<boolean> {
  const { reference } = delivery;
  try {
    await settleDelivery(deps, kind, delivery);
    return true;
  } catch (error) {
    // One carrier that is away must not keep the others' people waiting; a later run asks again.
    const carrier = kind.carrierOf(deps, delivery)?.name;
    deps.log.warn({ err: error, reference, carrier }, `${kind.noun} could not be reconciled`);
    return false;
  }
}
