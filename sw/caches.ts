import { CACHES } from '../contract/storage-keys.ts';
import type { FromServiceWorker } from '../contract/sw-messages.ts';

export const MAX_COVERS = 60;

/** Videos are excluded, because a cache answers range requests wrongly. */
export const isCover = (url: URL, request: Pick<Request, 'destination' | 'headers'>): boolean =>
  url.pathname.startsWith('/covers/') &&
  request.destination === 'image' &&
  !request.headers.has('range');

/** A Wi-Fi login page answers 200 too and must not be cached as a cover. */
export const cachePicturesOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> =>
    response.status === 200 && response.headers.get('content-type')?.startsWith('image/')
      ? response
      : null,
};

export async function trimCache(cache: Pick<Cache, 'keys' | 'delete'>, max: number): Promise<void> {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -max).map((request) => cache.delete(request)));
}

export const evictOldest = (caches: Pick<CacheStorage, 'open'>) => ({
  cacheDidUpdate: async (): Promise<void> =>
    trimCache(await caches.open(CACHES.covers), MAX_COVERS),
});

interface Asker {
  postMessage(message: FromServiceWorker): void;
}

/** Tables are left to the data worker: a late message could delete the next user's rows. */
export async function forgetCaches(
  caches: Pick<CacheStorage, 'delete'>,
  askers: readonly (Asker | null | undefined)[],
): Promise<void> {
  await Promise.allSettled(Object.values(CACHES).map((name) => caches.delete(name)));
  for (const asker of askers) asker?.postMessage({ type: 'user-forgotten' });
}
