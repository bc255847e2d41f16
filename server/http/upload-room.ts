import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { HOUR_MS } from '../../contract/durations.ts';
import { createUserPlaces } from '../lib/user-places.ts';
import { AppError } from './app-error.ts';

export interface UploadLimits {
  /** The limit is for all users together on this node's disk. */
  readonly maxBytes: number;
  readonly maxOfUser: number;
  /** `stallMs` limits a pause of an upload, `maxMs` its whole time. */
  readonly stallMs: number;
  readonly maxMs: number;
}

const MIB = 1024 * 1024;
const LIMITS: UploadLimits = {
  maxBytes: 512 * MIB,
  maxOfUser: 2,
  stallMs: 15_000,
  maxMs: 120_000,
};
/** It must be longer than any upload. */
const LEFTOVER_MS = HOUR_MS;
const PREFIX = 'upload-';

export interface UploadPlace {
  readonly folder: string;
  readonly limits: UploadLimits;
}

export interface UploadRoom {
  /** Space is reserved before the first byte arrives, so an admitted upload never lacks it. */
  use<T>(userId: number, bytes: number, work: (place: UploadPlace) => Promise<T>): Promise<T>;
  /** Removes files of killed processes, but not those of live nodes that share the folder. */
  clear(): Promise<void>;
}

export function createUploadRoom(dir: string, limits: UploadLimits = LIMITS): UploadRoom {
  const enter = createUserPlaces(limits.maxOfUser);
  let taken = 0;
  return {
    async use(userId, bytes, work) {
      const leave = enter(userId);
      let folder: string | undefined;
      taken += bytes;
      try {
        if (taken > limits.maxBytes) throw new AppError('busy');
        await mkdir(dir, { recursive: true });
        folder = await mkdtemp(join(dir, PREFIX));
        return await work({ folder, limits });
      } finally {
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
        taken -= bytes;
        leave();
      }
    },
    async clear() {
      await mkdir(dir, { recursive: true });
      for (const name of (await readdir(dir)).filter((entry) => entry.startsWith(PREFIX))) {
        // Another node that shares the folder may have removed it meanwhile.
        const { mtimeMs } = (await stat(join(dir, name)).catch(unlessGone)) ?? {};
        // File times come from the operating system's clock, not from the app's.
        if (mtimeMs !== undefined && Date.now() - mtimeMs > LEFTOVER_MS)
          await rm(join(dir, name), { recursive: true, force: true });
      }
    },
  };
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
