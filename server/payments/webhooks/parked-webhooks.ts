import { and, asc, eq, gt, isNull, lte, type SQL } from 'drizzle-orm';

import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Db } from '../../db/database.ts';
import { webhookEvents } from '../../db/schema/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { HANDLE_WEBHOOK, type WebhookJob } from './handle-webhook.ts';

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
