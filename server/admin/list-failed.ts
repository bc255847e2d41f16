import type { Deps } from '../deps.ts';
import { listGivenUp } from '../notifications/mail/mail-queue.ts';
import { listParked } from '../payments/webhooks/parked-webhooks.ts';

/** Mails, and webhooks, that are listed, the last ones: what somebody misses is seldom of weeks ago. */
const SHOWN = 100;

/** Jobs, mails and webhooks that were given up, each with what `requeue` takes, and how many are left out. */
export async function listFailed(deps: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<string[]> {
  const failedJobs = await deps.jobs.listFailed();
  const mails = await listGivenUp(deps.db, deps);
  const webhooks = await listParked(deps.db, deps.clock.now());
  return [
    ...failedJobs.flatMap(({ id, queue, failedAt, leftOut }) => [
      `job ${id}  ${queue}  given up ${failedAt.toISOString()}`,
      ...moreLine(leftOut, queue),
    ]),
    ...moreLine(mails.length - SHOWN, 'mails, earlier ones'),
    ...mails
      .slice(-SHOWN)
      .map(
        ({ id, to, subject, createdAt }) =>
          `mail ${id}  to ${to}  “${subject}”  of ${createdAt.toISOString()}`,
      ),
    ...moreLine(webhooks.length - SHOWN, 'webhooks, earlier ones'),
    ...webhooks
      .slice(-SHOWN)
      .map(
        ({ id, gateway, type, reference, receivedAt }) =>
          `webhook ${id}  ${gateway}  ${type}  ${reference ?? 'no reference'}  of ${receivedAt.toISOString()}`,
      ),
  ];
}

const moreLine = (count: number, what: string): string[] =>
  count > 0 ? [`  and ${count} more of ${what}`] : [];
