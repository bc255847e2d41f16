import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { HOUR_MS } from '../../contract/durations.ts';
import { AppError } from './app-error.ts';

export interface UploadLimits {
  /** Bytes that may lie on this node's disk at the same time, of everybody together. */
  readonly maxBytes: number;
  /** Uploads of one user at the same time. */
  readonly maxOfUser: number;
  /** How long nothing may arrive of one, and how long it may take as a whole. */
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
/** Longer than any upload takes. */
const LEFTOVER_MS = HOUR_MS;
const RETRY_SECONDS = 5;
const PREFIX = 'upload-';

/** The place of one upload: a folder of its own. */
export interface UploadPlace {
  readonly folder: string;
  readonly limits: UploadLimits;
}

/** Where forms with files wait, on disk and never in memory, until they are dealt with. */
export interface UploadRoom {
  /**
   * Runs `work` with a place, which is gone with its files when that has ended. Room is taken for all that is
   * announced before any of it arrives: what is on its way always finds its place.
   * @param bytes how much will arrive at most
   * @throws AppError `busy` where there is no room; `too_many_requests` for a user whose uploads are as many as
   * may be already
   */
  use<T>(userId: number, bytes: number, work: (place: UploadPlace) => Promise<T>): Promise<T>;
  /** Removes what a killed process left. Others that share the folder lose nothing of theirs. */
  clear(): Promise<void>;
}

/** A room of this node, below `dir`. */
export function createUploadRoom(dir: string, limits: UploadLimits = LIMITS): UploadRoom {
  const ofUser = new Map<number, number>();
  let taken = 0;
  return {
    async use(userId, bytes, work) {
      const open = ofUser.get(userId) ?? 0;
      if (open >= limits.maxOfUser)
        throw new AppError('too_many_requests', { retryAfterSeconds: RETRY_SECONDS });
      if (taken + bytes > limits.maxBytes) throw new AppError('busy');
      ofUser.set(userId, open + 1);
      taken += bytes;
      let folder: string | undefined;
      try {
        await mkdir(dir, { recursive: true });
        folder = await mkdtemp(join(dir, PREFIX));
        return await work({ folder, limits });
      } finally {
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
        taken -= bytes;
        const left = (ofUser.get(userId) ?? 1) - 1;
        if (left > 0) ofUser.set(userId, left);
        else ofUser.delete(userId);
      }
    },
    async clear() {
      await mkdir(dir, { recursive: true });
      for (const name of (await readdir(dir)).filter((entry) => entry.startsWith(PREFIX))) {
        // One whose upload has ended meanwhile, on a node that shares the folder, is gone.
        const { mtimeMs } = (await stat(join(dir, name)).catch(unlessGone)) ?? {};
        // File times are the operating system's, whatever clock the rest goes by.
        if (mtimeMs !== undefined && Date.now() - mtimeMs > LEFTOVER_MS)
          await rm(join(dir, name), { recursive: true, force: true });
      }
    },
  };
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
