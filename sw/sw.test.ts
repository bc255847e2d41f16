import { afterEach, expect, it, vi } from 'vitest';

import { CACHES } from '../contract/storage-keys.ts';
import { memoryCaches } from '../local/testing/fake-environment.ts';

const ORIGIN = 'https://goodies.test';

const OTHER_BUILD = { postMessage: () => undefined };

/** Starts the script in a browser. @param active the service worker that it has already */
async function startServiceWorker(active: typeof OTHER_BUILD | null) {
  const listeners = new Map<string, (event: object) => void>();
  const caches = memoryCaches();
  const place = {
    location: new URL(`${ORIGIN}/sw.js`),
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
      address.endsWith('.html')
        ? new Response('<script>import("/assets/entry-22222222.js")</script>', {
            headers: { 'content-type': 'text/html' },
          })
        : new Response('code'),
  };
  vi.stubGlobal('self', place);
  for (const [name, value] of Object.entries(place)) vi.stubGlobal(name, value);
  await import('./sw.ts');
  return {
    caches,
    cached: (): string[] =>
      [...caches.contents].flatMap(([name, entries]) =>
        name.includes('precache') ? [...entries.keys()] : [],
      ),
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
  const { cached, dispatch } = await startServiceWorker(OTHER_BUILD);
  await dispatch('install');
  expect(cached()).toHaveLength(2);
});

it('installs a newer build on a full phone in the place of its covers', async () => {
  const { caches, cached, dispatch } = await startServiceWorker(OTHER_BUILD);
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
  expect(cached()).toHaveLength(2);
});

it('begins without the pages that a first installation of another build has left half done', async () => {
  const { caches, dispatch } = await startServiceWorker(null);
  const documents = await caches.open(CACHES.documents);
  await documents.put(`${ORIGIN}/v/7`, new Response('import("/assets/entry-11111111.js")'));
  await dispatch('install');
  await dispatch('activate');
  expect([...(caches.contents.get(CACHES.documents)?.keys() ?? [])]).toEqual([]);
});

it('deletes what the build before has cached as it takes its place, covers apart', async () => {
  const { caches, cached, dispatch } = await startServiceWorker(OTHER_BUILD);
  await dispatch('install');
  const [name = ''] = [...caches.contents.keys()];
  await (await caches.open(name)).put(`${ORIGIN}/assets/entry-11111111.js`, new Response());
  for (const other of [CACHES.documents, CACHES.covers, 'goodies-pages-11111111'])
    await caches.open(other);
  await dispatch('activate');
  expect(cached()).toHaveLength(2);
  expect(new Set(caches.contents.keys())).toEqual(new Set([CACHES.covers, name]));
});
