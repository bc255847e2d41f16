import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import type { PackedFile } from '../../contract/app-pack.ts';
import { createAppPacks } from './app-packs.ts';
import type { StaticFile } from './static-files.ts';

const file = (type: string, text: string): StaticFile => ({
  type,
  etag: '"x"',
  cacheControl: 'no-cache',
  identity: Buffer.from(text),
});

const SOURCES = {
  files: new Map([
    ['/index.html', file('text/html', '<p>home</p>')],
    ['/sw.js', file('text/javascript', 'worker')],
    ['/assets/entry-12345678.js', file('text/javascript', 'entry')],
    ['/assets/page-12345678.js', file('text/javascript', 'page')],
    ['/assets/page-12345678.css', file('text/css', '.page{}')],
    ['/assets/photo-12345678.png', file('image/png', 'photo')],
  ]),
  headers: new Map([
    ['index.html', { 'content-security-policy': "default-src 'self'" }],
    ['.vite/voucher-template.html', { 'content-security-policy': 'no document' }],
  ]),
  firstVisit: new Set(['/assets/entry-12345678.js']),
};

async function open(address: string) {
  const pack = await createAppPacks(SOURCES).get(address)?.();
  if (!pack) throw new Error(`no pack at ${address}`);
  const listed = 4 + pack.identity.readUInt32BE(0);
  const contents = JSON.parse(pack.identity.toString('utf8', 4, listed)) as PackedFile[];
  return { contents, bodies: pack.identity.toString('utf8', listed) };
}

it('packs each document with the headers that it is served with', async () => {
  const { contents, bodies } = await open('/packs/documents');
  expect(contents).toEqual([
    {
      path: '/index.html',
      headers: { 'content-security-policy': "default-src 'self'", 'content-type': 'text/html' },
      bytes: 11,
    },
  ]);
  expect(bodies).toBe('<p>home</p>');
});

it('packs the parts that the app keeps and a first visit does not have yet', async () => {
  const { contents, bodies } = await open('/packs/parts');
  expect(contents.map(({ path }) => path)).toEqual([
    '/assets/page-12345678.css',
    '/assets/page-12345678.js',
  ]);
  expect(contents[0]?.headers['content-type']).toBe('text/css');
  expect(bodies).toBe('.page{}page');
});

it('is there compressed, and put together once', async () => {
  const packs = createAppPacks(SOURCES);
  const pack = await packs.get('/packs/parts')?.();
  expect(brotliDecompressSync(pack?.br ?? '')).toEqual(pack?.identity);
  expect(gunzipSync(pack?.gzip ?? '')).toEqual(pack?.identity);
  expect(await packs.get('/packs/parts')?.()).toBe(pack);
});
