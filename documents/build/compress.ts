import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import type { Plugin } from 'vite';

import { compressBoth } from '../serve/compressed.ts';
import { afterBuild } from './after-build.ts';

const COMPRESSIBLE = /\.(?:html|js|json|css|svg|webmanifest|txt|xml)$/;
/** Below this size the headers cost more than compression saves. */
const MIN_BYTES = 512;

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const { BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION } = constants;
  const [br, gz] = await compressBoth(content, BROTLI_MAX_QUALITY, Z_BEST_COMPRESSION);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

export const compress = (): Plugin =>
  afterBuild('compress', async (outDir) => {
    const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
    await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
  });
