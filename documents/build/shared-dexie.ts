import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(import.meta.resolve('dexie')).replace(
  /import-wrapper\.mjs$|dist\/.*$/,
  'dist/modern/dexie.min.mjs',
);
const HASH_LENGTH = 8;

/** The page and the worker import Dexie from one address, so that it is downloaded once. */
export function sharedDexie(): Plugin {
  const code = readFileSync(SOURCE, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, '');
  const hash = createHash('sha256').update(code).digest('hex').slice(0, HASH_LENGTH);
  const fileName = `assets/dexie-${hash}.js`;
  return {
    name: 'goodies:shared-dexie',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    resolveId: (source) =>
      source === 'dexie' ? { id: `/${fileName}`, external: 'absolute' } : undefined,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: code });
    },
  };
}
