// `npm run build && npx tsx scripts/keep-release.ts` stores a release for the upgrade test.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

import { listFiles } from './lib/repository.ts';

const APP = fileURLToPath(new URL('../dist/app', import.meta.url));
const OUT = new URL('../tests/fixtures/e2e/previous-release.json.br', import.meta.url);
const LEFT_OUT = /\.(?:br|gz|dcz|png)$|\/firebase-/;

const files = Object.fromEntries(
  listFiles(APP)
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => {
      const encoding = file.endsWith('.woff2') ? 'base64' : 'utf8';
      return [file, readFileSync(path.join(APP, file), encoding)] as const;
    }),
);
const kept = Buffer.from(JSON.stringify(files));
const packed = brotliCompressSync(kept, {
  params: {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: kept.length,
  },
});
writeFileSync(OUT, packed);
process.stdout.write(
  `${Object.keys(files).length} files, ${Math.round(packed.length / 1000)} KB\n`,
);
