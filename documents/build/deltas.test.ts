import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDCtx, decompressUsingDict } from '@bokuweb/zstd-wasm';
import { expect, it } from 'vitest';

import { DELTA_MAGIC, readDelta } from '../serve/dictionaries.ts';
import { deltaOf } from './deltas.ts';
import { split } from './split-service-worker.ts';

const before = Buffer.from(
  Array.from({ length: 2_000 }, (_, at) => `const a${at}=${Math.sqrt(at)};`).join(''),
);
const now = Buffer.from(before.toString().replace('a1000=', 'b1000='));

it('is small, and becomes the file again with its dictionary', async () => {
  const delta = await deltaOf(now, before);
  expect(delta.length).toBeLessThan(200);
  const packed = delta.subarray(DELTA_MAGIC.length + 32);
  expect(Buffer.from(decompressUsingDict(createDCtx(), packed, before))).toEqual(now);
});

it('names its dictionary as browsers do', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'goodies-delta-')), 'a.js.dcz');
  writeFileSync(file, await deltaOf(now, before));
  const digest = createHash('sha256').update(before).digest('base64');
  expect(readDelta(file).dictionary).toBe(`:${digest}:`);
});

it('takes the list of files out of the service worker', () => {
  const list = '[{"revision":null,"url":"assets/a-11111111.js"},{"revision":"1","url":"b.html"}]';
  const script = `(()=>{const f=${list},g=[{a:1}];h(f,g)})()`;
  expect(split(script)).toEqual({
    list,
    code: '(()=>{const f=self.precached,g=[{a:1}];h(f,g)})()',
  });
  expect(() => split('(()=>{})()')).toThrow('one list of files');
});
