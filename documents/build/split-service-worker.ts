import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

import { afterBuild } from './after-build.ts';

const PRECACHE_LIST = /\[\{"[^[\]]*\}\]/g;
const LIST = 'self.precached';

/** @throws Error when the script does not hold one list of files */
export function split(script: string): { readonly list: string; readonly code: string } {
  const [list, ...others] = script.match(PRECACHE_LIST) ?? [];
  if (list === undefined || others.length > 0)
    throw new Error('The service worker does not hold one list of files');
  return { list, code: script.replace(list, LIST) };
}

/**
 * Each release changes the list of files, but rarely the code, which is six times larger and comes
 * from the HTTP cache then.
 */
export const splitServiceWorker = (): Plugin =>
  afterBuild('split-service-worker', async (outDir) => {
    const file = join(outDir, 'sw.js');
    const { list, code } = split(await readFile(file, 'utf8'));
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const path = `assets/service-worker-${hash}.js`;
    await writeFile(join(outDir, path), code);
    await writeFile(file, `${LIST}=${list};importScripts("/${path}");\n`);
  });
