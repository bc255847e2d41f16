import type { Db } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { CoverStore } from './cover-store.ts';

const QUEUE = 'remove-covers';
/** Pauses that grow from 12 seconds to hours; together a day at least, two at most. */
const RETRY = { limit: 13, delaySeconds: 12 };

interface RemoveJob {
  readonly paths: readonly string[];
}

/**
 * A store that takes on to remove what it cannot remove now: a user who has replaced a cover, or deleted an account, is
 * done. The job is written beside any transaction, so not inside one of the embedded database, which has a single
 * connection. To be called before the jobs are opened.
 */
export function removingLater(covers: CoverStore, jobs: Jobs, db: Db): CoverStore {
  jobs.handle(QUEUE, (data) => covers.remove((data as RemoveJob).paths));
  return {
    ...covers,
    remove: (paths) =>
      covers
        .remove(paths)
        .catch(() => jobs.send(db, QUEUE, { paths } satisfies RemoveJob, { retry: RETRY })),
  };
}
