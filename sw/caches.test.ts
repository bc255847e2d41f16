import { describe, expect, it } from 'vitest';
import { CACHES } from '../contract/storage-keys.ts';
import { memoryCaches } from '../local/testing/fake-environment.ts';
import { MAX_COVERS, cachePicturesOnly, evictOldest, forgetCaches, isCover } from './caches.ts';

const ORIGIN = 'https://goodies.test';

describe('covers', () => {
  it.each([
    ['/covers/a.avif', 'image', {}, true],
    ['/covers/a.mp4', 'video', {}, false],
    ['/covers/a.avif', 'image', { range: 'bytes=0-' }, false],
    ['/icons/a.png', 'image', {}, false],
  ] as const)('%s as %s is one: %j %s', (path, destination, headers, expected) => {
    const request = { destination, headers: new Headers(headers) };
    expect(isCover(new URL(path, ORIGIN), request)).toBe(expected);
  });

  it.each([
    [200, 'image/avif', true],
    [200, 'text/html; charset=utf-8', false],
    [502, 'image/avif', false],
  ])('an answer of %i with %s is kept: %s', async (status, type, isKept) => {
    const response = new Response('', { status, headers: { 'content-type': type } });
    expect(await cachePicturesOnly.cacheWillUpdate({ response })).toBe(isKept ? response : null);
  });

  it('are the 60 fetched last', async () => {
    const caches = memoryCaches();
    const cache = await caches.open(CACHES.covers);
    const { cacheDidUpdate } = evictOldest(caches);
    for (let id = 0; id <= MAX_COVERS; id += 1) {
      await cache.put(`${ORIGIN}/covers/${id}`, new Response());
      await cacheDidUpdate();
    }
    const kept = (await cache.keys()).map(({ url }) => url);
    expect(kept).toHaveLength(MAX_COVERS);
    expect(kept).not.toContain(`${ORIGIN}/covers/0`);
    expect(kept).toContain(`${ORIGIN}/covers/${MAX_COVERS}`);
  });
});

describe('forgetting a user', () => {
  const asking = (told: unknown[]) => ({
    postMessage: (message: unknown) => void told.push(message),
  });

  it('drops pages and covers and tells every asker', async () => {
    const caches = memoryCaches();
    for (const name of Object.values(CACHES)) await caches.open(name);
    const told: unknown[] = [];
    await forgetCaches(caches, [asking(told), null, undefined, asking(told)]);
    expect(caches.contents.size).toBe(0);
    expect(told).toEqual([{ type: 'user-forgotten' }, { type: 'user-forgotten' }]);
  });

  it('answers even where a cache cannot be dropped', async () => {
    const told: unknown[] = [];
    await forgetCaches({ delete: () => Promise.reject(new Error('broken')) }, [asking(told)]);
    expect(told).toHaveLength(1);
  });
});
