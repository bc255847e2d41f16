import { expect, it } from 'vitest';

import { memoryCaches } from '../local/testing/memory-caches.ts';
import { dropFormerFiles, FORMER_CACHE, retireFiles } from './former-files.ts';

const href = (file: string): string => `https://goodies.test/assets/${file}`;

it('keeps the files of the build before, and deletes those of the one before that', async () => {
  const caches = memoryCaches();
  const precache = await caches.open('precache');
  const use = async (...files: readonly string[]): Promise<readonly string[]> => {
    const current = new Set(files.map((file) => href(file)));
    for (const one of current) await precache.put(one, new Response());
    await retireFiles({ caches, precacheName: 'precache', isCurrent: (one) => current.has(one) });
    return (await precache.keys()).map(({ url }) => url.replace(href(''), '')).sort();
  };
  expect(await use('a1', 'react')).toEqual(['a1', 'react']);
  expect(await use('a2', 'react')).toEqual(['a1', 'a2', 'react']);
  expect(await use('a3', 'react')).toEqual(['a2', 'a3', 'react']);
  // Back to the one before: what is in use again is no longer of before.
  expect(await use('a2', 'react')).toEqual(['a2', 'a3', 'react']);
  expect(await use('a2', 'b1', 'react')).toEqual(['a2', 'b1', 'react']);
});

it('makes room on a full phone before it notes what is of before', async () => {
  const caches = memoryCaches();
  const precache = await caches.open('precache');
  for (const file of ['a1', 'a2']) await precache.put(href(file), new Response());
  const retire = (current: string, open = caches.open) =>
    retireFiles({
      caches: { ...caches, open },
      precacheName: 'precache',
      isCurrent: (one) => one === href(current),
    });
  await retire('a2');
  await precache.put(href('a3'), new Response());
  await retire('a3', async (name) => {
    const cache = await caches.open(name);
    const put: Cache['put'] = async (...entry) => {
      if ((await precache.keys()).length > 2) throw new DOMException('full', 'QuotaExceededError');
      await cache.put(...entry);
    };
    return name === FORMER_CACHE ? { ...cache, put } : cache;
  });
  expect((await precache.keys()).map(({ url }) => url)).toEqual([href('a2'), href('a3')]);
});

it('leaves nothing of a build that is broken', async () => {
  const caches = memoryCaches();
  const precache = await caches.open('precache');
  for (const file of ['a1', 'a2', 'react']) await precache.put(href(file), new Response());
  await caches.open(FORMER_CACHE);
  const current = new Set([href('a2'), href('react')]);
  await dropFormerFiles({ caches, precacheName: 'precache', isCurrent: (one) => current.has(one) });
  expect((await precache.keys()).map(({ url }) => url)).toEqual([...current]);
  expect([...caches.contents.keys()]).toEqual(['precache']);
});
