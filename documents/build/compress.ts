import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import type { Plugin } from 'vite';

import { compressBoth } from '../serve/compressed.ts';

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

export function compress(): Plugin {
  let outDir = '';
  return {
    name: 'goodies:compress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle: {
      // The plugin must run after the service worker is written, which happens last.
      order: 'post',
      sequential: true,
      async handler(failure) {
        if (failure) return;
        const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
        await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
      },
    },
  };
}
