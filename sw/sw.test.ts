import { afterEach, expect, it, vi } from 'vitest';

import { CACHES, PAGES_CACHE_PREFIX } from '../contract/storage-keys.ts';
import { memoryCaches } from '../local/testing/memory-caches.ts';

const ORIGIN = 'https://goodies.test';

const OTHER_BUILD = {
  postMessage: (_question: unknown, [port]: MessagePort[]) => port?.postMessage('11111111'),
};

/** Starts the script in a browser. @param active the service worker that it has already */
async function startServiceWorker(active: typeof OTHER_BUILD | null) {
  const listeners = new Map<string, (event: object) => void>();
  const caches = memoryCaches();
  const place = {
    location: new URL(`${ORIGIN}/sw.js`),
    GOODIES_BUILD: { id: '22222222', broken: [] },
    __WB_MANIFEST: [
      { url: 'shell.html', revision: '1' },
      { url: 'assets/entry-22222222.js', revision: null, ofEveryPage: true },
    ],
    registration: {
      scope: `${ORIGIN}/`,
      sync: {},
      active,
    },
    clients: { matchAll: async () => [], claim: async () => undefined },
    addEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.set(type, listener),
    caches,
    navigator: {},
    fetch: async (address: string) =>
      new Response(
        address.endsWith('.html')
          ? '<html lang="en"><script>import("/assets/entry-22222222.js")</script>'
          : 'code',
      ),
  };
  vi.stubGlobal('self', place);
  for (const [name, value] of Object.entries(place)) vi.stubGlobal(name, value);
  await import('./sw.ts');
  return {
    caches,
    dispatch: async (type: string) => {
      const work: Promise<unknown>[] = [];
      listeners.get(type)?.({ waitUntil: (one: Promise<unknown>) => void work.push(one) });
      await Promise.all(work);
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('installs a newer build where the device’s database refuses', async () => {
  const open = () => {
    const request = { error: new DOMException('No backing store', 'UnknownError'), onerror() {} };
    queueMicrotask(() => request.onerror());
    return request;
  };
  vi.stubGlobal('indexedDB', { open });
  const { caches, dispatch } = await startServiceWorker(OTHER_BUILD);
  await dispatch('install');
  expect([...(caches.contents.get(`${PAGES_CACHE_PREFIX}22222222`)?.keys() ?? [])]).toEqual([
    `${ORIGIN}/shell`,
  ]);
});

it('installs a newer build on a full phone in the place of its covers', async () => {
  const { caches, dispatch } = await startServiceWorker(OTHER_BUILD);
  const covers = await caches.open(CACHES.covers);
  await covers.put(`${ORIGIN}/covers/1`, new Response());
  const { open } = caches;
  vi.spyOn(caches, 'open').mockImplementation(async (name) => {
    const cache = await open(name);
    const put: Cache['put'] = async (...entry) => {
      if (caches.contents.has(CACHES.covers)) throw new DOMException('full', 'QuotaExceededError');
      await cache.put(...entry);
    };
    return { ...cache, put };
  });
  await dispatch('install');
  expect(caches.contents.get(`${PAGES_CACHE_PREFIX}22222222`)?.size).toBe(1);
});

it('begins without the pages that a first installation of another build has left half done', async () => {
  const { caches, dispatch } = await startServiceWorker(null);
  const documents = await caches.open(CACHES.documents);
  await documents.put(`${ORIGIN}/v/7`, new Response('import("/assets/entry-11111111.js")'));
  await dispatch('install');
  await dispatch('activate');
  expect([...(caches.contents.get(CACHES.documents)?.keys() ?? [])]).toEqual([]);
});
