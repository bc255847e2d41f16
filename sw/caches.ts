import { CACHES } from '../contract/storage-keys.ts';
import type { FromServiceWorker } from '../contract/sw-messages.ts';

/** Five pages of a list; a cover at phone width weighs up to 40 KB. */
export const MAX_COVERS = 60;

/** Pictures only: a video is fetched in ranges, which a cache would answer wrongly, and weighs megabytes. */
export const isCover = (url: URL, request: Pick<Request, 'destination' | 'headers'>): boolean =>
  url.pathname.startsWith('/covers/') &&
  request.destination === 'image' &&
  !request.headers.has('range');

/** The login page of a Wi-Fi network answers 200 too, and would stay under a cover's address. */
export const cachePicturesOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> =>
    response.status === 200 && response.headers.get('content-type')?.startsWith('image/')
      ? response
      : null,
};

/** Deletes the entries of a cache that were put in first, until `max` are left. */
export async function trimCache(cache: Pick<Cache, 'keys' | 'delete'>, max: number): Promise<void> {
  const requests = await cache.keys();
  await Promise.all(requests.slice(0, -max).map((request) => cache.delete(request)));
}

/** Evicts all but the covers fetched last, without a record of their use, which signing out would have to clear. */
export const evictOldest = (caches: Pick<CacheStorage, 'open'>) => ({
  cacheDidUpdate: async (): Promise<void> =>
    trimCache(await caches.open(CACHES.covers), MAX_COVERS),
});

interface Asker {
  postMessage(message: FromServiceWorker): void;
}

/**
 * Drops what is cached for a user and tells the askers. The data worker clears tables and token: a message that comes
 * late would clear those of the next user here.
 */
export async function forgetCaches(
  caches: Pick<CacheStorage, 'delete'>,
  askers: readonly (Asker | null | undefined)[],
): Promise<void> {
  await Promise.allSettled(Object.values(CACHES).map((name) => caches.delete(name)));
  for (const asker of askers) asker?.postMessage({ type: 'user-forgotten' });
}
