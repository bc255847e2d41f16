import { and, asc, eq, gt, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm';

import { WEBHOOK_KEEP_MS } from '../../../contract/constants.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { payments, webhookEvents } from '../../db/schema/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { PAYOUTS } from '../../disbursements/payouts.ts';
import { PURCHASES } from '../../disbursements/purchases.ts';
import { settleByReference } from '../../disbursements/settle-disbursement.ts';
import { isPosted } from '../../ledger/read-ledger.ts';
import { returnKeyOf } from '../payment-movements.ts';
import { settleKnownPayment } from '../settle-payment.ts';

export const HANDLE_WEBHOOK = 'handle-webhook';

export interface WebhookJob {
  readonly eventId: number;
}

type StoredEvent = typeof webhookEvents.$inferSelect;

/**
 * Follows up what a webhook told: the gateway is asked about the payment or payout, and its answer decides.
 * Run again, it asks again, which changes nothing that is settled.
 * @throws AppError `payment_verify_failed` when the gateway cannot be asked; the job then tries again, and what it gives
 * up is parked.
 */
export async function handleWebhook(deps: Deps, eventId: number): Promise<void> {
  const unhandled = and(eq(webhookEvents.id, eventId), isNull(webhookEvents.handledAt));
  const [event] = await deps.db.select().from(webhookEvents).where(unhandled);
  if (!event) return;
  const outcome = (await follow(deps, event)) ?? 'ignored';
  const { gateway, type, reference } = event;
  const facts = { gateway, type, reference, outcome };
  if (outcome === 'unknown reference') deps.log.warn(facts, 'webhook for nothing of ours');
  else deps.log.info(facts, 'webhook handled');
  await deps.db
    .update(webhookEvents)
    .set({ handledAt: dateOf(deps.clock), outcome })
    .where(eq(webhookEvents.id, eventId));
}

/** @returns what came of it, in a word; undefined when it is about nothing that we follow. */
async function follow(deps: Deps, event: StoredEvent): Promise<string | undefined> {
  const { subject, reference } = event;
  if (subject === null) return undefined;
  if (subject === 'reversal') return followReversal(deps, event);
  if (reference === null) return 'unknown reference';
  if (subject === 'payout')
    return (await settleByReference(deps, PAYOUTS, reference))?.status ?? 'unknown reference';
  if (subject === 'purchase')
    return (await settleByReference(deps, PURCHASES, reference))?.status ?? 'unknown reference';
  if (subject !== 'payment') throw new Error(`no webhook about ${String(subject)} is known here`);
  const [payment] = await deps.db
    .select()
    .from(payments)
    // Another gateway cannot speak about a payment that it never had.
    .where(and(eq(payments.reference, reference), eq(payments.gateway, event.gateway)));
  if (!payment) return 'unknown reference';
  const settlement = await settleKnownPayment(deps, payment, event.gatewayReference ?? undefined);
  return settlement.mismatch ? 'mismatch' : settlement.payment.status;
}

/** Deletes what was received so long ago that it is not asked about; bodies name people. What is parked stays. */
export async function sweepWebhooks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now() - WEBHOOK_KEEP_MS);
  const { receivedAt, handledAt } = webhookEvents;
  const isSpent = and(lt(receivedAt, before), isNotNull(handledAt));
  await deleteInBatches(deps.db, webhookEvents, isSpent);
}

type Reversal = Pick<
  typeof webhookEvents.$inferSelect,
  'gateway' | 'type' | 'reference' | 'gatewayReference'
>;

/**
 * A payment is disputed, or returned on the gateway's dashboard. No money moves by this: the payer may have spent it,
 * and a dispute may yet be won, so a person has to look.
 * @returns what came of it, in a word; undefined for no payment of ours
 */
async function followReversal(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { gateway, type, reference, gatewayReference }: Reversal,
): Promise<string | undefined> {
  const named = reference
    ? eq(payments.reference, reference)
    : eq(payments.processorReference, gatewayReference ?? '');
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.gateway, gateway), named));
  const facts = { gateway, type, reference: payment?.reference ?? reference, gatewayReference };
  if (!payment) {
    log.warn(facts, 'webhook for nothing of ours');
    return undefined;
  }
  if (payment.status !== 'settled') return payment.status;
  if (await isPosted(db, returnKeyOf(payment))) return 'returned';
  log.warn(facts, 'a payment that was credited is disputed or returned at its gateway');
  // The figure `payments_taken_back` counts these.
  return 'taken back';
}

/** The job's own tries are over by then. */
const PARKED_AFTER_MS = HOUR_MS;
/** How long a parked one is tried again by itself. */
const RETRY_MS = 3 * DAY_MS;
/** What has just come is handled before what has failed. */
const RETRY_PRIORITY = -1;
/** The hourly run is the pause between two tries. */
const NO_RETRY = { limit: 0, delaySeconds: 0 };

/**
 * Plans the handling of a stored webhook once more, in the caller's transaction. Of those who do so at the same moment
 * each may: handled twice, it is settled once.
 * @returns why not: there is `none`, it was `handled`, or it is `waiting`
 */
export async function planAnew(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  which: SQL | undefined,
  options?: Parameters<Deps['jobs']['send']>[3],
): Promise<'planned' | 'none' | 'handled' | 'waiting'> {
  const [event] = await tx
    .select({ id: webhookEvents.id, handledAt: webhookEvents.handledAt })
    .from(webhookEvents)
    .where(which);
  if (!event) return 'none';
  if (event.handledAt) return 'handled';
  const job: WebhookJob = { eventId: event.id };
  if (await jobs.isWaiting(tx, HANDLE_WEBHOOK, job)) return 'waiting';
  await jobs.send(tx, HANDLE_WEBHOOK, job, options);
  return 'planned';
}

/** The same for the webhook of this number. */
export const planAnewById = (
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  id: number,
  options?: Parameters<Deps['jobs']['send']>[3],
): ReturnType<typeof planAnew> => planAnew(tx, deps, eq(webhookEvents.id, id), options);

/** Webhooks whose handling was given up, the first that came first. */
export const listParked = (db: Db, nowMs: number, sinceMs = 0) => {
  const { id, gateway, type, reference, receivedAt, handledAt } = webhookEvents;
  return db
    .select({ id, gateway, type, reference, receivedAt })
    .from(webhookEvents)
    .where(
      and(
        isNull(handledAt),
        gt(receivedAt, new Date(sinceMs)),
        lte(receivedAt, new Date(nowMs - PARKED_AFTER_MS)),
      ),
    )
    .orderBy(asc(receivedAt), asc(id));
};

/** Plans the next try at each webhook that was parked within the last three days. */
export async function retryParked(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const nowMs = deps.clock.now();
  const options = { retry: NO_RETRY, priority: RETRY_PRIORITY };
  for (const { id } of await listParked(deps.db, nowMs, nowMs - RETRY_MS))
    await inTransaction(deps.db, (tx) => planAnewById(tx, deps, id, options));
}
