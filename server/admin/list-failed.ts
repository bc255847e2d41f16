import type { Deps } from '../deps.ts';
import { listGivenUp } from '../mail/mail-queue.ts';

/** Mails that are listed. */
const MAILS_SHOWN = 100;

/** Jobs and mails that were given up, each with what `requeue` takes. */
export async function listFailed(deps: Pick<Deps, 'db' | 'jobs'>): Promise<string[]> {
  const failedJobs = await deps.jobs.listFailed();
  const mails = await listGivenUp(deps);
  return [
    ...failedJobs.map(
      ({ id, queue, failedAt }) => `job ${id}  ${queue}  given up ${failedAt.toISOString()}`,
    ),
    ...mails
      .slice(0, MAILS_SHOWN)
      .map(
        ({ id, to, subject, createdAt }) =>
          `mail ${id}  to ${to}  “${subject}”  of ${createdAt.toISOString()}`,
      ),
  ];
}
