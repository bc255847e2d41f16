import { CACHES } from '../contract/storage-keys.ts';
import { trimCache } from './trim-cache.ts';

/** Five pages of a list; a cover at phone width weighs up to 40 KB. */
export const MAX_COVERS = 60;

/** Pictures only: a video is fetched in ranges, which a cache would answer wrongly, and weighs megabytes. */
export const isCover = (url: URL, request: Pick<Request, 'destination' | 'headers'>): boolean =>
  url.pathname.startsWith('/covers/') &&
  request.destination === 'image' &&
  !request.headers.has('range');

/** Keeps pictures only: the login page of a network answers 200, and under a cover's address it would stay. */
export const keepPictures = {
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> =>
    response.status === 200 && response.headers.get('content-type')?.startsWith('image/')
      ? response
      : null,
};

/** Evicts all but the covers fetched last, without a record of their use, which signing out would have to clear. */
export const evictOldest = (caches: Pick<CacheStorage, 'open'>) => ({
  cacheDidUpdate: async (): Promise<void> =>
    trimCache(await caches.open(CACHES.covers), MAX_COVERS),
});
