import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { readByteRange, contentTypeOf, type CoverStore } from './cover-store.ts';

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
