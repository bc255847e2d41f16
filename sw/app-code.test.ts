import { expect, it } from 'vitest';

import type { PrecachedFile } from '../contract/document/offline-bundle.ts';
import { memoryCaches } from '../local/testing/memory-caches.ts';
import { createAppCode } from './app-code.ts';

const ORIGIN = 'https://goodies.test';
const file = (name: string): PrecachedFile => ({ url: `assets/${name}`, revision: null });
const FILES = [file('react-1.js'), file('money-1.js'), file('money-1.css')];

function setUp(status = 200, type = 'text/javascript') {
  const caches = memoryCaches();
  const asked: string[] = [];
  const code = createAppCode({
    caches,
    cacheName: 'precache',
    files: FILES,
    origin: ORIGIN,
    fetch: async (address) => {
      asked.push(address.replace(`${ORIGIN}/assets/`, ''));
      return new Response('fetched', { status, headers: { 'content-type': type } });
    },
  });
  const textOf = (name: string) =>
    caches.contents.get('precache')?.get(`${ORIGIN}/assets/${name}`)?.clone().text();
  return { code, asked, textOf };
}

it('takes what is at hand, and fetches only what is not and is not here yet', async () => {
  const { code, asked, textOf } = setUp();
  await code.cache([file('react-1.js')]);
  expect(await code.missing(FILES)).toEqual([file('money-1.js'), file('money-1.css')]);
  await code.cache(FILES, new Map([['assets/money-1.js', new Response('bundled')]]));
  expect(asked).toEqual(['react-1.js', 'money-1.css']);
  expect(await textOf('money-1.js')).toBe('bundled');
  expect(await textOf('money-1.css')).toBe('fetched');
  expect(await code.missing(FILES)).toEqual([]);
  await code.cache(FILES);
  expect(asked).toHaveLength(2);
});

it('fails where a file cannot be had, and caches no answer in its place', async () => {
  const { code, textOf } = setUp(404);
  await expect(code.cache(FILES)).rejects.toThrow('assets/react-1.js answered 404');
  expect(await textOf('react-1.js')).toBeUndefined();
});

it('caches no login page of a network in place of a file, though it is answered with 200', async () => {
  const { code, textOf } = setUp(200, 'text/html; charset=utf-8');
  await expect(code.cache(FILES)).rejects.toThrow('assets/react-1.js answered a page');
  expect(await textOf('react-1.js')).toBeUndefined();
  expect(await code.missing(FILES)).toEqual(FILES);
});

it('knows the files of its build by path and by address, here or not', () => {
  const { code } = setUp();
  expect(code.has('/assets/money-1.css')).toBe(true);
  expect(code.has(`${ORIGIN}/assets/money-1.css`)).toBe(true);
  expect(code.has('/assets/money-2.css')).toBe(false);
});
