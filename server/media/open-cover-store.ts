import { join } from 'node:path';

import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { CoverStore } from './cover-store.ts';
import { createDiskCoverStore } from './disk-cover-store.ts';
import { createS3CoverStore } from './s3-cover-store.ts';
import type { Db } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';

export function chooseCoverStore(
  { dataDir, coverStorage }: Pick<Config, 'dataDir' | 'coverStorage'>,
  clock: Clock,
): CoverStore {
  const folder = createDiskCoverStore(join(dataDir, 'covers'));
  if (!coverStorage) return folder;
  const storage = createS3CoverStore(coverStorage, clock);
  return {
    ...storage,
    // The disk is cheaper, and its older covers stay readable while the storage is unreachable.
    open: async (path, range) =>
      (await folder.open(path, range)) ?? (await storage.open(path, range)),
    async remove(paths) {
      await folder.remove(paths);
      await storage.remove(paths);
    },
    // Uploads need that disk, but a missing storage must not make the node unready.
    check: () => folder.check(),
    sweep: (before) => folder.sweep(before),
  };
}

const REMOVE_COVERS = 'remove-covers';
const RETRY = { limit: 13, delaySeconds: 12 };

interface RemoveJob {
  readonly paths: readonly string[];
}

/** The job is written outside transactions, because the embedded database has one connection. */
export function removingLater(covers: CoverStore, jobs: Jobs, db: Db): CoverStore {
  jobs.handle(REMOVE_COVERS, (data) => covers.remove((data as RemoveJob).paths));
  return {
    ...covers,
    remove: (paths) =>
      covers
        .remove(paths)
        .catch(() => jobs.send(db, REMOVE_COVERS, { paths } satisfies RemoveJob, { retry: RETRY })),
  };
}

const SWEEP_COVERS = 'sweep-covers';
const NIGHTLY = '7 4 * * *';
const UNFINISHED_MS = HOUR_MS;

export function registerMediaJobs({ jobs, covers, clock }: Deps): void {
  jobs.handle(SWEEP_COVERS, () => covers.sweep(new Date(clock.now() - UNFINISHED_MS)), NIGHTLY);
}
