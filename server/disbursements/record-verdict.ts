import { eq } from 'drizzle-orm';

import { DELIVERY_CHECK_AFTER_MS } from '../../contract/constants.ts';
import type { DeliveryStatus } from '../../contract/delivery/delivery-status.ts';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { storeNotices } from '../notifications/store-notices.ts';
import type { Delivery, DeliveryKind } from './delivery.ts';
import type { Verdict } from './verdict.ts';

/** The next question comes when a delivery is an eighth older, within these bounds. */
const MAX_PAUSE_MS = HOUR_MS;
/** Deliveries can come back after they arrived, so each is asked about a last time then. */
const REVERSAL_CHECK_AFTER_MS = DAY_MS;

/** Where a delivery stands, as far as a carrier's word ends or moves it; otherwise as it was. */
const NEXT_STATUS: Readonly<
  Record<DeliveryStatus, Partial<Record<Verdict['state'], DeliveryStatus>>>
> = {
  pending: { processing: 'processing', paid: 'completed', failed: 'failed', refused: 'failed' },
  processing: { paid: 'completed', failed: 'failed' },
  completed: { failed: 'failed' },
  failed: {},
};

/** What came of a verdict. */
export interface Recorded<Row> {
  readonly delivery: Row;
  /** Says so in the log; to be called once the transaction is committed, since only then it is so. */
  readonly log: () => void;
}

/**
 * Records a carrier's word about a delivery. Answer, webhook and job all come through here, in any order and
 * at the same time; the money goes back at most once, in the transaction that makes it `failed`.
 */
export async function recordVerdict<Row extends Delivery, Word extends Verdict>(
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  id: number,
  verdict: Word,
): Promise<Row> {
  const { delivery, log } = await inTransaction(deps.db, (tx) =>
    recordVerdictIn(tx, deps, kind, id, verdict),
  );
  log();
  return delivery;
}

/** `recordVerdict` in the caller's transaction, which writes the log after it. */
export async function recordVerdictIn<Row extends Delivery, Word extends Verdict>(
  tx: Db,
  deps: Deps,
  kind: DeliveryKind<Row, Word>,
  id: number,
  verdict: Word,
): Promise<Recorded<Row>> {
  const now = dateOf(deps.clock);
  const { table, noun } = kind;
  const [found] = await tx.select().from(table).where(eq(table.id, id)).for('update');
  if (!found) throw new Error(`no ${noun} ${id}`);
  const delivery = found as unknown as Row;
  const status = nextStatusOf(delivery, verdict.state);
  const learned = kind.learn(delivery, verdict);
  const isAwaited = kind.isAwaited?.({ ...delivery, ...learned }) ?? false;
  const [recorded] = await tx
    .update(table)
    .set({
      ...learned,
      status,
      nextCheckAt: nextCheckOf(delivery, status, now, isAwaited),
      // A question that moved nothing leaves standing when it was handed over or taken: `recordByHand` reads it.
      ...(status !== delivery.status && { updatedAt: now }),
    })
    .where(eq(table.id, id))
    .returning();
  if (status === 'failed' && delivery.status !== 'failed')
    await kind.giveBack(tx, deps, delivery, now);
  const notice = kind.noticeOf(delivery, { ...delivery, ...learned, status }, now);
  if (notice) await storeNotices(tx, [notice], now);
  return {
    delivery: (recorded as unknown as Row | undefined) ?? delivery,
    log() {
      const { reference } = delivery;
      if (status !== delivery.status) deps.log.info({ reference }, `${noun} is ${status}`);
      if (delivery.status !== 'failed' || verdict.state !== 'paid') return;
      // A person has to look at this one: it was returned, and the carrier delivered it all the same.
      const carrier = kind.carrierOf(deps, delivery)?.name;
      deps.log.error({ reference, carrier }, `a returned ${noun} was delivered`);
    },
  };
}

/**
 * A refusal is the end only when no other try was made: one of which nothing was heard may still arrive,
 * and whether it did only the carrier knows.
 */
function nextStatusOf({ status, attempts }: Delivery, state: Verdict['state']): DeliveryStatus {
  if (state === 'refused' && attempts > 1) return status;
  return NEXT_STATUS[status][state] ?? status;
}

/** When the job asks again; null once the last word is spoken. */
function nextCheckOf(
  delivery: Delivery,
  status: DeliveryStatus,
  now: Date,
  isAwaited: boolean,
): Date | null {
  if (status === 'failed') return null;
  if (status !== 'completed') return after(now, pauseOf(delivery, now));
  const arrivedAt = delivery.status === 'completed' ? delivery.updatedAt : now;
  const lastAt = after(arrivedAt, REVERSAL_CHECK_AFTER_MS);
  if (now >= lastAt) return null;
  const soon = after(now, awaitedPauseOf(arrivedAt, now));
  return isAwaited && soon < lastAt ? soon : lastAt;
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

function pauseOf({ createdAt }: Delivery, now: Date): number {
  const eighth = (now.getTime() - createdAt.getTime()) / 8;
  return Math.min(Math.max(eighth, DELIVERY_CHECK_AFTER_MS), MAX_PAUSE_MS);
}

/** Half as long again as it has been waited for: fewer than twenty questions until the last one. */
const awaitedPauseOf = (arrivedAt: Date, now: Date): number =>
  Math.max((now.getTime() - arrivedAt.getTime()) / 2, DELIVERY_CHECK_AFTER_MS);
