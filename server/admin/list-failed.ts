import type { Deps } from '../deps.ts';
import { listGivenUp } from '../mail/mail-queue.ts';

/** Mails that are listed, the last ones: the mail that somebody misses is seldom one of weeks ago. */
const MAILS_SHOWN = 100;

/** Jobs and mails that were given up, each with what `requeue` takes, and how many are left out. */
export async function listFailed(deps: Pick<Deps, 'db' | 'jobs'>): Promise<string[]> {
  const failedJobs = await deps.jobs.listFailed();
  const mails = await listGivenUp(deps.db, deps);
  return [
    ...failedJobs.flatMap(({ id, queue, failedAt, leftOut }) => [
      `job ${id}  ${queue}  given up ${failedAt.toISOString()}`,
      ...moreLine(leftOut, queue),
    ]),
    ...moreLine(mails.length - MAILS_SHOWN, 'mails, earlier ones'),
    ...mails
      .slice(-MAILS_SHOWN)
      .map(
        ({ id, to, subject, createdAt }) =>
          `mail ${id}  to ${to}  “${subject}”  of ${createdAt.toISOString()}`,
      ),
  ];
}

const moreLine = (count: number, what: string): string[] =>
  count > 0 ? [`  and ${count} more of ${what}`] : [];
