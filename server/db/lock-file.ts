import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** Claims the file of a dead process. @throws LockedError if its owner is alive */
export function takeLockFile(path: string): () => void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(readFileSync(path, 'utf8'));
      if (isAlive(owner))
        throw new LockedError(
          `${path} is held by process ${owner}: is Goodies already running on this folder?`,
        );
      rmSync(path, { force: true });
    }
  }
  throw new LockedError(`${path} could not be taken`);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  // After a restart this process may have the old process's id.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
