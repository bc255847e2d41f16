import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first program of that name that the shell would find. */
export const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);

/** The same for a service's program, which Debian puts where only root's path leads. */
export const onMachine = (name: string): string | undefined =>
  onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);
