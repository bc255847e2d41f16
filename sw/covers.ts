import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { CACHES } from '../contract/storage-keys.ts';

/** Five pages of a list; a cover at phone width weighs up to 40 KB. */
const MAX_COVERS = 60;

/** Pictures only: a video is fetched in ranges, which a cache would answer wrongly, and weighs megabytes. */
export const isCover = (url: URL, request: Pick<Request, 'destination' | 'headers'>): boolean =>
  url.pathname.startsWith('/covers/') &&
  request.destination === 'image' &&
  !request.headers.has('range');

export const coverExpiration = new ExpirationPlugin({
  maxEntries: MAX_COVERS,
  purgeOnQuotaError: true,
});

/** A cover's address names its content, so a kept one never goes stale. */
export const covers = new CacheFirst({ cacheName: CACHES.covers, plugins: [coverExpiration] });
