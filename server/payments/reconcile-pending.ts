import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';

import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { RECONCILE_UNTIL_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import { payments } from '../db/schema/payments.ts';
import type { Deps } from '../deps.ts';
import { askWhatIsDue } from '../jobs/ask-due.ts';
import { EVERY_MINUTE } from '../jobs/jobs.ts';
import { inLanes } from '../lib/in-lanes.ts';
import { ofRequest } from '../of-request.ts';
import { notifyRepayments } from './notify-repayments.ts';
import type { Payment } from './payment-row.ts';
import { claimQuestion, settleKnownPayment } from './settle-payment.ts';
import {
  handleWebhook,
  retryParked,
  sweepWebhooks,
  WEBHOOK_QUEUES,
  type WebhookJob,
} from './webhooks/handle-webhook.ts';

/** The age from which the job checks a pending payment. */
export const RECONCILE_AFTER_MS = 2 * MINUTE_MS;
/** The bounds of the pause between two checks of a payment. */
const RECONCILE_PAUSE_MIN_MS = MINUTE_MS;
export const RECONCILE_PAUSE_MAX_MS = HOUR_MS;

const nextQuestionAt = sql<Date>`${payments.askedAt} + least(
  greatest(${payments.askedAt} - ${payments.createdAt}, ${RECONCILE_PAUSE_MIN_MS} * interval '1 ms'),
  ${RECONCILE_PAUSE_MAX_MS} * interval '1 ms')`;

export interface Reconciled {
  readonly settled: number;
  readonly failed: number;
  readonly pending: number;
  readonly unanswered: number;
}

/**
 * Settles payments whose payer did not come back. Each is checked after 2 minutes, then whenever its age has
 * doubled, at most an hour apart. After 24 hours without an outcome it fails, and is checked for another 24 hours,
 * because a processor may still report it as paid. Each gateway is asked by itself, so that a silent one delays no
 * other.
 */
export async function reconcilePending(deps: Deps): Promise<Reconciled> {
  const now = dateOf(deps.clock);
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const isDue = and(
    or(
      and(eq(payments.status, 'pending'), lt(payments.createdAt, ago(RECONCILE_AFTER_MS))),
      and(eq(payments.status, 'failed'), gt(payments.updatedAt, ago(RECONCILE_UNTIL_MS))),
    ),
    or(isNull(payments.askedAt), lte(nextQuestionAt, now)),
  );
  const { gateway } = payments;
  const counts = { settled: 0, failed: 0, pending: 0, unanswered: 0 };
  const asked = await deps.db.selectDistinct({ gateway }).from(payments).where(isDue);
  await inLanes(asked, asked.length, (of) =>
    askWhatIsDue<Payment>(
      deps.clock,
      (limit) =>
        deps.db
          .select()
          .from(payments)
          .where(and(isDue, eq(gateway, of.gateway)))
          .orderBy(sql`coalesce(${payments.askedAt}, ${payments.createdAt})`)
          .limit(limit),
      async (payment) => {
        if (!(await claimQuestion(deps, payment))) return undefined;
        const isTooOld = now.getTime() - payment.createdAt.getTime() >= RECONCILE_UNTIL_MS;
        const outcome = await reconcile(deps, payment, isTooOld);
        counts[outcome] += 1;
        return outcome !== 'unanswered';
      },
    ),
  );
  return counts;
}

async function reconcile(deps: Deps, due: Payment, isTooOld: boolean): Promise<keyof Reconciled> {
  try {
    const { payment, mismatch } = await settleKnownPayment(deps, due);
    if (payment.status !== 'pending' || mismatch || !isTooOld) return payment.status;
    await deps.db
      .update(payments)
      .set({ status: 'failed', updatedAt: dateOf(deps.clock) })
      .where(and(eq(payments.id, due.id), eq(payments.status, 'pending')));
    return 'failed';
  } catch (error) {
    // A failing processor must not delay the other processors' payments.
    const { reference, processor } = due;
    deps.log.warn({ err: error, reference, processor }, 'payment could not be reconciled');
    return 'unanswered';
  }
}

export function registerPaymentJobs(deps: Deps): void {
  for (const queue of WEBHOOK_QUEUES)
    deps.jobs.handle(queue, async (data, request) => {
      await handleWebhook(ofRequest(deps, request), (data as WebhookJob).eventId);
    });
  const reconcileAll = async () => void (await reconcilePending(deps));
  deps.jobs.handle('reconcile-payments', reconcileAll, EVERY_MINUTE);
  deps.jobs.handle('notify-repayments', () => notifyRepayments(deps), EVERY_MINUTE);
  deps.jobs.handle('retry-webhooks', () => retryParked(deps), '23 * * * *');
  deps.jobs.handle('sweep-webhooks', () => sweepWebhooks(deps), '41 3 * * *');
}
