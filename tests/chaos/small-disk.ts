import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of its own in memory, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all space that is left. */
  fill(): Promise<void>;
  /** Gives that space back. */
  free(): void;
  remove(): void;
}

const SIZE_MB = 512;

/** Mounts one. @returns undefined where this account may not */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  const remove = (): void => {
    process.off('exit', remove);
    // Lazily: whatever still has a file open there must not keep it.
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return {
    folder,
    async fill() {
      // It ends with an error by intention: there is no space for more.
      await once(
        spawn('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' }),
        'close',
      );
    },
    free: () => rmSync(filler, { force: true }),
    remove,
  };
}
