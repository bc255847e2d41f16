import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Delivery, DeliveryKind } from './delivery.ts';
import { recordVerdictIn, type Recorded } from './record-verdict.ts';
import { IN_FLIGHT_MS } from './settle-delivery.ts';
import type { Verdict } from './verdict.ts';

/** Why a verdict was not recorded. */
export type NotRecorded =
  /** It has come to its end. */
  | 'ended'
  /** It was handed over within the last hour, is being handed over now, or its carrier has taken it: it may arrive. */
  | 'in flight'
  /** It was never handed over, so nobody can have paid it. */
  | 'never sent';

/** Asks the carrier. @returns undefined where it cannot be asked, or is no longer configured */
export async function askCarrier<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  delivery: Row,
): Promise<Word['state'] | undefined> {
  try {
    return (await kind.carrierOf(deps, delivery)?.find())?.state;
  } catch (error) {
    deps.log.warn({ err: error, reference: delivery.reference }, `${kind.noun} cannot be asked of`);
    return undefined;
  }
}

/** What a person found out about a delivery. */
export interface FoundOut {
  readonly state: 'paid' | 'failed';
  /** Its carrier was asked just now and knows nothing of it; otherwise it could not be asked. */
  readonly isUnknown: boolean;
}

/**
 * Records what a person found out about a delivery of which its carrier cannot be asked or knows nothing, in the
 * caller's transaction. One that may still be on its way is left alone: to give its money back could pay twice.
 * @param delivery as it was read before its carrier was asked
 */
export async function recordByHand<Row extends Delivery>(
  tx: Db,
  deps: Deps,
  kind: DeliveryKind<Row, Verdict>,
  delivery: Row,
  { state, isUnknown }: FoundOut,
): Promise<Recorded<Row> | NotRecorded> {
  const { table } = kind;
  const [found] = await tx.select().from(table).where(eq(table.id, delivery.id)).for('update');
  const locked = found as unknown as Row;
  if (locked.status !== 'pending' && locked.status !== 'processing') return 'ended';
  // One call that failed says nothing of what the carrier will do; only one that is gone is never asked again.
  const isTaken = locked.status === 'processing' && !isUnknown;
  if (state === 'failed' && isTaken && kind.carrierOf(deps, locked)) return 'in flight';
  const ageMs = deps.clock.now() - locked.updatedAt.getTime();
  if (locked.attempts !== delivery.attempts) return 'in flight';
  if (locked.attempts > 0 && ageMs < IN_FLIGHT_MS) return 'in flight';
  if (locked.attempts === 0 && state === 'paid') return 'never sent';
  return recordVerdictIn(tx, deps, kind, delivery.id, { state });
}
