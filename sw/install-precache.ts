import { APP_PACKS } from '../contract/app-pack.ts';
import { unpackFiles, type UnpackedFile } from './unpack-files.ts';

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
  /** The app's own origin. */
  readonly origin: string;
}

/**
 * Files under way at once. One at a time, as Workbox has it, each costs a round trip: a minute for the whole
 * app on a slow network. All at once, the page that is being read would get nothing.
 */
export const PARALLEL_FETCHES = 5;

/** With fewer files to fetch, as after most updates, a pack would bring more than is missing. */
export const PACK_FROM_FILES = 40;

type Missing = ReadonlyMap<string, string>;

async function missingFrom(cache: Cache, { precache }: InstallOptions): Promise<Missing> {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const all = [...precache.getURLsToCacheKeys()];
  return new Map(all.filter(([, key]) => !kept.has(key)));
}

async function fetchPack(address: string, { fetch }: InstallOptions): Promise<UnpackedFile[]> {
  const response = await fetch(address, { cache: 'no-store', credentials: 'same-origin' });
  if (response.status !== 200) return [];
  return unpackFiles(await response.arrayBuffer());
}

/** Stores what is missing and in one of the packs; what a pack does not bring is fetched by itself. */
async function storePacks(cache: Cache, missing: Missing, options: InstallOptions): Promise<void> {
  const storePack = async (address: string): Promise<void> => {
    const files = await fetchPack(address, options);
    await Promise.all(
      files.map(async ({ path, headers, body }) => {
        const key = missing.get(new URL(path, options.origin).href);
        if (key !== undefined) await cache.put(key, new Response(body, { headers }));
      }),
    );
  };
  await Promise.allSettled(APP_PACKS.map(storePack));
}

async function store(cache: Cache, url: string, key: string, { fetch }: InstallOptions) {
  // A name with the content's hash in it may come from the browser's own cache; the others have a revision.
  const mode = key === url ? 'default' : 'reload';
  const response = await fetch(url, { cache: mode, credentials: 'same-origin' });
  // What is not as it should be is left to Workbox, whose answer to it counts.
  if (response.status === 200 && !response.redirected) await cache.put(key, response);
}

/**
 * Fills the precache from packs where many files are missing, then several files at a time, and lets Workbox
 * fetch what failed and check the whole.
 * @throws what Workbox throws when a file cannot be had: this version is then not installed
 */
export async function installPrecache(
  event: ExtendableEvent,
  options: InstallOptions,
): Promise<void> {
  const cache = await options.caches.open(options.cacheName);
  let missing = await missingFrom(cache, options);
  if (missing.size >= PACK_FROM_FILES) {
    await storePacks(cache, missing, options);
    missing = await missingFrom(cache, options);
  }
  const waiting = missing.entries();
  const work = async (): Promise<void> => {
    for (const [url, key] of waiting) {
      // A failure here is tried again by Workbox.
      await store(cache, url, key, options).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, work));
  await options.precache.install(event);
}
