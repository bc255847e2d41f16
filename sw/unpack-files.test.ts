import { expect, it } from 'vitest';

import { unpackFiles } from './unpack-files.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

const LISTING = JSON.stringify([
  { path: '/index.html', headers: { 'x-frame-options': 'DENY' }, bytes: 5 },
  { path: '/empty.css', headers: {}, bytes: 0 },
  { path: '/font.woff2', headers: {}, bytes: 3 },
]);
const LENGTH = [0, 0, 0, LISTING.length];
const PACK = Uint8Array.from([...LENGTH, ...utf8(`${LISTING}<p>é`), 0, 255, 10]);

it('gives every file with its headers, byte for byte', () => {
  const files = unpackFiles(PACK.buffer);
  expect(files.map(({ path }) => path)).toEqual(['/index.html', '/empty.css', '/font.woff2']);
  expect(files[0]?.headers).toEqual({ 'x-frame-options': 'DENY' });
  expect(new TextDecoder().decode(files[0]?.body)).toBe('<p>é');
  expect(files[1]?.body).toHaveLength(0);
  expect([...(files[2]?.body ?? [])]).toEqual([0, 255, 10]);
});

it('takes no pack that was cut short, nor anything else', () => {
  for (const length of [0, 3, 20, PACK.length - 1])
    expect(() => unpackFiles(PACK.slice(0, length).buffer), `${length} bytes`).toThrow();
  expect(() => unpackFiles(Uint8Array.from([...PACK, 1]).buffer)).toThrow('lists');
  expect(() => unpackFiles(utf8('<!doctype html><title>No</title>').buffer)).toThrow();
});
