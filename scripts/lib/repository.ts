import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY_ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(
  /[\\/]$/,
  '',
);

const NOT_SOURCE = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'test-results',
  'pictures',
]);

export function listFiles(root: string, folder = ''): string[] {
  let entries;
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const at = path.posix.join(folder, entry.name);
      if (entry.isFile()) return [at];
      if (!entry.isDirectory() || entry.name.startsWith('.') || NOT_SOURCE.has(entry.name))
        return [];
      return listFiles(root, at);
    });
}
