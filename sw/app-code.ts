import type { PrecachedFile } from '../contract/document/offline-bundle.ts';

export interface AppCodeOptions {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (address: string) => Promise<Response>;
  readonly cacheName: string;
  /** The build's scripts, sheets, fonts and pictures. */
  readonly files: readonly PrecachedFile[];
  /** The app's own origin. */
  readonly origin: string;
}

/** The app's code as it lies on the device. A file's name says its content, so one that is here is never fetched again. */
export interface AppCode {
  /** Whether this build has a file at this path or address; it may not be here yet. */
  readonly has: (address: string) => boolean;
  /** Those of the files that are not here. */
  missing(files: readonly PrecachedFile[]): Promise<readonly PrecachedFile[]>;
  /**
   * Caches files that are not here yet: those at hand, the others from the server, side by side.
   * @param bundled files of the build, by their path in its folder
   * @throws when one cannot be had
   */
  cache(files: readonly PrecachedFile[], bundled?: ReadonlyMap<string, Response>): Promise<void>;
}

export function createAppCode({
  caches,
  fetch,
  cacheName,
  files: all,
  origin,
}: AppCodeOptions): AppCode {
  const hrefOf = (address: string): string => new URL(address, origin).href;
  const hrefs = new Set(all.map(({ url }) => hrefOf(url)));
  const missing = async (files: readonly PrecachedFile[]): Promise<readonly PrecachedFile[]> => {
    const cache = await caches.open(cacheName);
    const here = new Set((await cache.keys()).map(({ url }) => url));
    return files.filter(({ url }) => !here.has(hrefOf(url)));
  };
  return {
    has: (address) => hrefs.has(hrefOf(address)),
    missing,
    cache: async (files, bundled) => {
      const cache = await caches.open(cacheName);
      await Promise.all(
        (await missing(files)).map(async ({ url }) => {
          const file = bundled?.get(url) ?? (await fetch(hrefOf(url)));
          if (file.status !== 200) throw new Error(`${url} answered ${file.status}`);
          // The login page of a network answers 200; cached, it would stand for the file as long as the build is used.
          if (file.headers.get('content-type')?.startsWith('text/html'))
            throw new Error(`${url} answered a page`);
          await cache.put(hrefOf(url), file);
        }),
      );
    },
  };
}
