import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { compressUsingDict, createCCtx, freeCCtx, init } from '@bokuweb/zstd-wasm';
import type { Plugin } from 'vite';

import { DELTA_ENDING, DELTA_MAGIC, dictionaryMatch } from '../serve/dictionaries.ts';
import { afterBuild } from './after-build.ts';

/** `scripts/keep-release.ts` writes it after each release. */
const RELEASE_BEFORE = new URL(
  '../../tests/fixtures/e2e/previous-release.json.br',
  import.meta.url,
);
const LEVEL = 19;
/** A smaller gain is not worth a file. */
const WORTH = 0.9;

let ready: Promise<void> | undefined;

/** @returns `content` as its difference from `dictionary`, in the coding `dcz` of RFC 9842 */
export async function deltaOf(content: Buffer, dictionary: Buffer): Promise<Buffer> {
  ready ??= init();
  await ready;
  const digest = createHash('sha256').update(dictionary).digest();
  const context = createCCtx();
  try {
    const packed = compressUsingDict(context, content, dictionary, LEVEL);
    return Buffer.concat([DELTA_MAGIC, digest, packed]);
  } finally {
    freeCCtx(context);
  }
}

/** Code of the release before, by the addresses that it is a dictionary for. */
function readDictionaries(): ReadonlyMap<string, Buffer> {
  if (!existsSync(RELEASE_BEFORE)) return new Map();
  const packed = brotliDecompressSync(readFileSync(RELEASE_BEFORE));
  const files = JSON.parse(packed.toString()) as Readonly<Record<string, string>>;
  return new Map(
    Object.entries(files).flatMap(([file, text]) => {
      const match = dictionaryMatch(`/${file}`);
      return match === undefined ? [] : [[match, Buffer.from(text)] as const];
    }),
  );
}

async function writeDelta(file: string, dictionary: Buffer): Promise<void> {
  const content = await readFile(file);
  if (content.equals(dictionary)) return;
  const delta = await deltaOf(content, dictionary);
  const { length } = await readFile(`${file}.br`);
  if (delta.length < length * WORTH) await writeFile(`${file}${DELTA_ENDING}`, delta);
}

/** Writes the differences from the release before, for browsers that still have it. */
export const deltas = (): Plugin =>
  afterBuild('deltas', async (outDir) => {
    const dictionaries = readDictionaries();
    for (const name of await readdir(join(outDir, 'assets'))) {
      const dictionary = dictionaries.get(dictionaryMatch(`/assets/${name}`) ?? '');
      if (dictionary) await writeDelta(join(outDir, 'assets', name), dictionary);
    }
  });
