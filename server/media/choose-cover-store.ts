import { join } from 'node:path';

import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { CoverStore } from './cover-store.ts';
import { createDiskCoverStore } from './disk-cover-store.ts';
import { createS3CoverStore } from './s3-cover-store.ts';

/**
 * The folder of covers in `DATA_DIR`; with a storage configured, that one, and the folder for what still lies there.
 */
export function chooseCoverStore(
  { dataDir, coverStorage }: Pick<Config, 'dataDir' | 'coverStorage'>,
  clock: Clock,
): CoverStore {
  const folder = createDiskCoverStore(join(dataDir, 'covers'));
  if (!coverStorage) return folder;
  const storage = createS3CoverStore(coverStorage, clock);
  return {
    ...storage,
    // A look at a disk costs less than a question to a storage, and one that is away keeps back nothing of before.
    open: async (path, range) =>
      (await folder.open(path, range)) ?? (await storage.open(path, range)),
    async remove(paths) {
      await folder.remove(paths);
      await storage.remove(paths);
    },
    // Forms wait on that disk while they arrive. A storage that is away takes covers away, and no node.
    check: () => folder.check(),
    sweep: (before) => folder.sweep(before),
  };
}
