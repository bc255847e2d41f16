/** The part of Workbox's precache that an installation needs. */
export interface Precache {
  /** Cache key of each address, the revision in it. */
  getURLsToCacheKeys(): ReadonlyMap<string, string>;
  /** Fetches what is still missing, one file after the other, and reports a failure. */
  install(event: ExtendableEvent): Promise<unknown>;
}

export interface InstallOptions {
  readonly precache: Precache;
  readonly cacheName: string;
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (request: string, init: RequestInit) => Promise<Response>;
}

/**
 * Files under way at once. One at a time, as Workbox has it, each costs a round trip: a minute for the whole
 * app on a slow network. All at once, the page that is being read would get nothing.
 */
export const PARALLEL_FETCHES = 5;

async function store(cache: Cache, url: string, key: string, { fetch }: InstallOptions) {
  if (await cache.match(key)) return;
  // A name with the content's hash in it may come from the browser's own cache; the others have a revision.
  const mode = key === url ? 'default' : 'reload';
  const response = await fetch(url, { cache: mode, credentials: 'same-origin' });
  // What is not as it should be is left to Workbox, whose answer to it counts.
  if (response.status === 200 && !response.redirected) await cache.put(key, response);
}

/**
 * Fills the precache several files at a time, then lets Workbox fetch what failed and check the whole.
 * @throws what Workbox throws when a file cannot be had: this version is then not installed
 */
export async function installPrecache(
  event: ExtendableEvent,
  options: InstallOptions,
): Promise<void> {
  const cache = await options.caches.open(options.cacheName);
  const waiting = [...options.precache.getURLsToCacheKeys()].values();
  const work = async (): Promise<void> => {
    for (const [url, key] of waiting) {
      // A failure here is tried again by Workbox.
      await store(cache, url, key, options).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, work));
  await options.precache.install(event);
}
