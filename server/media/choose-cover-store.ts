import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { readByteRange, contentTypeOf, type CoverStore } from './cover-store.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { createS3CoverStore } from './s3-cover-store.ts';
import type { Db } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';

/** It is on the same file system as the covers, so that a rename is atomic. */
const UNFINISHED = '.unfinished';

export function createDiskCoverStore(dir: string): CoverStore {
  const unfinished = join(dir, UNFINISHED);
  const fileOf = (path: string): string => {
    if (contentTypeOf(path) === undefined) throw new Error(`not the path of a cover: ${path}`);
    return join(dir, path);
  };
  /** A file is renamed when complete, so that a crash leaves no half picture. */
  const write = async (file: string, bytes: Buffer): Promise<void> => {
    await Promise.all([
      mkdir(unfinished, { recursive: true }),
      mkdir(dirname(file), { recursive: true }),
    ]);
    const part = join(unfinished, randomUUID());
    try {
      await writeFile(part, bytes);
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  return {
    put: (path, bytes) => write(fileOf(path), bytes),
    urlOf: (path) => `/covers/${path}`,
    async open(path, range) {
      const contentType = contentTypeOf(path);
      if (contentType === undefined) return undefined;
      const file = fileOf(path);
      try {
        const { size: sizeBytes } = await stat(file);
        const part = readByteRange(range, sizeBytes);
        if (part === 'unsatisfiable') return { part, sizeBytes };
        const bytes = createReadStream(file, part === 'whole' ? {} : part);
        return { part, contentType, sizeBytes, bytes };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(paths) {
      await Promise.all(paths.map((path) => rm(fileOf(path), { force: true })));
    },
    check: () => write(join(unfinished, 'check'), Buffer.alloc(CHECK_BYTES)),
    async sweep(before) {
      const names = await readdir(unfinished).catch(() => []);
      for (const name of names) {
        const file = join(unfinished, name);
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < before.getTime()) await rm(file, { force: true });
      }
    },
  };
}

const CHECK_BYTES = 64 * 1024;

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

const UNFINISHED_MS = HOUR_MS;

export function registerMediaJobs({ jobs, covers, clock }: Deps): void {
  const sweep = () => covers.sweep(new Date(clock.now() - UNFINISHED_MS));
  jobs.handle('sweep-covers', sweep, '7 4 * * *');
}
