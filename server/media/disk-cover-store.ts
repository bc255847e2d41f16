import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { contentTypeOf } from './cover-path.ts';
import type { CoverStore } from './cover-store.ts';

/** Covers as files below `dir`, served by this server under /covers/. */
export function createDiskCoverStore(dir: string): CoverStore {
  const fileOf = (path: string): string => {
    if (contentTypeOf(path) === undefined) throw new Error(`not the path of a cover: ${path}`);
    return join(dir, path);
  };
  return {
    async put(path, bytes) {
      const file = fileOf(path);
      await mkdir(dirname(file), { recursive: true });
      // Under its name only when it is whole: a crash leaves no half picture behind an address.
      await writeFile(`${file}.part`, bytes);
      await rename(`${file}.part`, file);
    },
    urlOf: (path) => `/covers/${path}`,
    async find(path) {
      const contentType = contentTypeOf(path);
      if (contentType === undefined) return undefined;
      try {
        return { sizeBytes: (await stat(fileOf(path))).size, contentType };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    stream: (path, start, end) => createReadStream(fileOf(path), { start, end }),
    async remove(paths) {
      await Promise.all(paths.map((path) => rm(fileOf(path), { force: true })));
    },
  };
}
