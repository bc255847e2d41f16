import type { ServedBuild } from '../contract/document/build.ts';
import { PAGES_CACHE_PREFIX } from '../contract/storage-keys.ts';
import type { ToServiceWorker } from '../contract/sw-messages.ts';
import { ask } from './ask.ts';
import { FORMER_CACHE } from './former-files.ts';

/**
 * What becomes of a build that a device begins to install: `refuse` it, because it is broken itself; `install` it, and
 * have it wait until it is accepted; let it `replace` a broken one; or it is the `same` as the one in use, and only what
 * the server says of builds has changed.
 */
export type Reception = 'refuse' | 'install' | 'replace' | 'same';

export interface ReceiveOptions {
  readonly build: ServedBuild;
  /** The service worker in use. */
  readonly active: Pick<ServiceWorker, 'postMessage'> | null;
  readonly caches: Pick<CacheStorage, 'keys'>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The build in use, by its own word; where its service worker says nothing, any whose pages are here may be it. */
async function buildsInUse({ active, caches, sleep }: ReceiveOptions): Promise<readonly string[]> {
  if (active === null) return [];
  const answer = await ask<ToServiceWorker>(active, { type: 'which-build' }, sleep);
  if (typeof answer === 'string') return [answer];
  const names = await caches.keys();
  return names
    .filter((name) => name.startsWith(PAGES_CACHE_PREFIX))
    .map((name) => name.slice(PAGES_CACHE_PREFIX.length));
}

export async function receiveBuild(options: ReceiveOptions): Promise<Reception> {
  const { id, broken } = options.build;
  if (broken.includes(id)) return 'refuse';
  const inUse = await buildsInUse(options);
  if (inUse.some((one) => broken.includes(one))) return 'replace';
  return inUse.length === 1 && inUse[0] === id ? 'same' : 'install';
}

const NOTE = '/reception';

/** Notes it for the activation: until then the browser may end the service worker. Without room it goes without. */
export async function keepReception(
  caches: Pick<CacheStorage, 'open'>,
  id: string,
  reception: Reception,
): Promise<void> {
  const note = new Response(JSON.stringify({ id, reception }));
  await (await caches.open(FORMER_CACHE)).put(NOTE, note).catch(() => undefined);
}

/** @returns undefined where another build was received since */
export async function readReception(
  caches: Pick<CacheStorage, 'open'>,
  id: string,
): Promise<Reception | undefined> {
  const note = await (await caches.open(FORMER_CACHE)).match(NOTE);
  const noted = (await note?.json()) as { id: string; reception: Reception } | undefined;
  return noted?.id === id ? noted.reception : undefined;
}
