import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';

import { WEBHOOK_KEEP_MS } from '../../../contract/constants.ts';
import { dateOf } from '../../clock.ts';
import { payments } from '../../db/schema/payments.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { webhookEvents } from '../../db/schema/payments.ts';
import type { Deps } from '../../deps.ts';
import { settleByReference } from '../../disbursements/settle-disbursement.ts';
import { PAYOUTS } from '../../disbursements/payouts.ts';
import { PURCHASES } from '../../disbursements/purchases.ts';
import { settleKnownPayment } from '../settle-payment.ts';
import { followReversal } from './follow-reversal.ts';

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
