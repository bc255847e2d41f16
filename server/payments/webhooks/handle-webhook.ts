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
import type { Gateway } from '../processor.ts';
import { settleAgain } from '../settle-again.ts';
import { settleKnownPayment } from '../settle-payment.ts';
import { followDispute } from './follow-dispute.ts';

/** Each gateway has its own, so that one that is away delays no other's. */
const webhookQueueOf = (gateway: string): string => `handle-webhook-${gateway}`;
const GATEWAYS: readonly Gateway[] = ['paystack', 'flutterwave', 'daraja', 'sandbox'];
/** Also the one queue of all gateways, to which nodes of older versions send. */
export const WEBHOOK_QUEUES: readonly string[] = [
  'handle-webhook',
  ...GATEWAYS.map(webhookQueueOf),
];

export interface WebhookJob {
  readonly eventId: number;
}

type StoredEvent = typeof webhookEvents.$inferSelect;

/**
 * Stores an authentic webhook and queues its handling in one transaction; a stored one that is unhandled is queued
 * again.
 */
export function storeWebhook(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  event: Omit<typeof webhookEvents.$inferInsert, 'receivedAt'>,
): Promise<{ readonly eventId: number; readonly isNew: boolean }> {
  const { gateway, eventKey } = event;
  return inTransaction(db, async (tx) => {
    const [stored] = await tx
      .insert(webhookEvents)
      .values({ ...event, receivedAt: dateOf(clock) })
      .onConflictDoNothing({ target: [webhookEvents.gateway, webhookEvents.eventKey] })
      .returning({ id: webhookEvents.id });
    if (stored) {
      const job: WebhookJob = { eventId: stored.id };
      await jobs.send(tx, webhookQueueOf(gateway), job);
      return { eventId: stored.id, isNew: true };
    }
    const isIt = and(eq(webhookEvents.gateway, gateway), eq(webhookEvents.eventKey, eventKey));
    await requeueWebhook(tx, { jobs }, isIt);
    const [known] = await tx.select({ id: webhookEvents.id }).from(webhookEvents).where(isIt);
    return { eventId: known?.id ?? 0, isNew: false };
  });
}

/**
 * Asks the gateway about what a webhook reported; only that answer counts, so handling it twice is harmless.
 * @returns the outcome, also of an earlier handling
 */
export async function handleWebhook(deps: Deps, eventId: number): Promise<string | null> {
  const [event] = await deps.db.select().from(webhookEvents).where(eq(webhookEvents.id, eventId));
  if (!event || event.handledAt) return event?.outcome ?? null;
  const outcome = (await follow(deps, event)) ?? 'ignored';
  const { gateway, type, reference } = event;
  const facts = { gateway, type, reference, outcome };
  if (outcome === 'unknown reference') deps.log.warn(facts, 'webhook for nothing of ours');
  else deps.log.info(facts, 'webhook handled');
  await deps.db
    .update(webhookEvents)
    .set({ handledAt: dateOf(deps.clock), outcome })
    .where(and(eq(webhookEvents.id, eventId), isNull(webhookEvents.handledAt)));
  return outcome;
}

async function follow(deps: Deps, event: StoredEvent): Promise<string | undefined> {
  const { subject, reference, receivedAt } = event;
  if (subject === null) return undefined;
  if (subject === 'dispute' || subject === 'refund' || subject === 'reversal')
    return followDispute(deps, event);
  if (reference === null) return 'unknown reference';
  if (subject === 'payout')
    return (
      (await settleByReference(deps, PAYOUTS, reference, receivedAt))?.status ?? 'unknown reference'
    );
  if (subject === 'purchase')
    return (
      (await settleByReference(deps, PURCHASES, reference, receivedAt))?.status ??
      'unknown reference'
    );
  if (subject !== 'payment') throw new Error(`no webhook about ${String(subject)} is known here`);
  const [payment] = await deps.db
    .select()
    .from(payments)
    // A gateway may only report its own payments.
    .where(and(eq(payments.reference, reference), eq(payments.gateway, event.gateway)));
  if (!payment) return 'unknown reference';
  const settlement = await settleKnownPayment(deps, payment, event.gatewayReference ?? undefined);
  if (settlement.mismatch) return 'mismatch';
  const { status } = settlement.payment;
  return status === 'settled'
    ? settleAgain(deps, settlement.payment, event.gatewayReference ?? undefined)
    : status;
}

/** Deletes handled webhooks after some time, because their bodies contain personal data. */
export async function sweepWebhooks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now() - WEBHOOK_KEEP_MS);
  const { receivedAt, handledAt } = webhookEvents;
  const isSpent = and(lt(receivedAt, before), isNotNull(handledAt));
  await deleteInBatches(deps.db, webhookEvents, isSpent);
}

/** The job has stopped retrying by then. */
const PARKED_AFTER_MS = HOUR_MS;
const RETRY_MS = 3 * DAY_MS;
const RETRY_PRIORITY = -1;
/** The job runs hourly, which is the pause between two attempts. */
const NO_RETRY = { limit: 0, delaySeconds: 0 };

/** Two callers may do so at once: handled twice, it settles once. @returns `queued`, or why not */
export async function requeueWebhook(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  which: SQL | undefined,
  options?: Parameters<Deps['jobs']['send']>[3],
): Promise<'queued' | 'none' | 'handled' | 'waiting'> {
  const [event] = await tx
    .select({
      id: webhookEvents.id,
      gateway: webhookEvents.gateway,
      handledAt: webhookEvents.handledAt,
    })
    .from(webhookEvents)
    .where(which);
  if (!event) return 'none';
  if (event.handledAt) return 'handled';
  const job: WebhookJob = { eventId: event.id };
  const queue = webhookQueueOf(event.gateway);
  if (await jobs.isWaiting(tx, queue, job)) return 'waiting';
  await jobs.send(tx, queue, job, options);
  return 'queued';
}

export const requeueWebhookById = (
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  id: number,
  options?: Parameters<Deps['jobs']['send']>[3],
): ReturnType<typeof requeueWebhook> => requeueWebhook(tx, deps, eq(webhookEvents.id, id), options);

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

export async function retryParked(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const nowMs = deps.clock.now();
  const options = { retry: NO_RETRY, priority: RETRY_PRIORITY };
  for (const { id } of await listParked(deps.db, nowMs, nowMs - RETRY_MS))
    await inTransaction(deps.db, (tx) => requeueWebhookById(tx, deps, id, options));
}
