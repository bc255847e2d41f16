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

export const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);

/** Debian puts a service's program where only root's PATH leads. */
export const onMachine = (name: string): string | undefined =>
  onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);
