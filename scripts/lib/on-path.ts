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
