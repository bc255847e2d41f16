import { PrecacheController } from 'workbox-precaching';

/** A file of the build, as `vite.config.ts` writes it into the list of the service worker. */
export interface PrecachedFile {
  /** Its path in the folder of the app, e.g. `login.html`. */
  readonly url: string;
  /** A hash of its content; null where the name has one. */
  readonly revision: string | null;
  /** Of a document: refuses that of another build, which a deploy during an installation answers. */
  readonly integrity?: string;
  /** Whether every page needs it. */
  readonly ofEveryPage?: true;
}

interface PrecacheDeps {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
}

/** The app's files on the device. Workbox names and serves them, and deletes those of the build before. */
export interface Precache {
  readonly controller: PrecacheController;
  /** Whether all scripts and style sheets that a page names are of this build. */
  readonly isOfBuild: (html: string) => boolean;
  /** The files of the build that a page names. */
  readonly namedIn: (html: string) => readonly PrecachedFile[];
  /** Caches the files that are not cached yet. @throws when one cannot be had */
  readonly cache: (files: readonly PrecachedFile[]) => Promise<void>;
  /** The cached document of a path, e.g. `/login`. */
  readonly matchPage: (path: string) => Promise<Response | undefined>;
}

const CODE = /\/assets\/[\w.-]+\.(?:js|css)\b/g;

export function createPrecache(
  files: readonly PrecachedFile[],
  { caches, fetch }: PrecacheDeps,
): Precache {
  const controller = new PrecacheController();
  controller.addToCacheList([...files]);
  const { cacheName } = controller.strategy;
  const namesIn = (html: string): readonly string[] => html.match(CODE) ?? [];
  // Side by side: Workbox would fetch one after the other.
  const cache = async (wanted: readonly PrecachedFile[]): Promise<void> => {
    const precache = await caches.open(cacheName);
    const cached = new Set((await precache.keys()).map(({ url }) => url));
    const fetchFile = async ({ url, revision, integrity }: PrecachedFile): Promise<void> => {
      const key = controller.getCacheKeyForURL(url);
      if (key === undefined || cached.has(key)) return;
      const response = await fetch(
        `/${url}`,
        revision === null ? {} : { cache: 'reload', ...(integrity && { integrity }) },
      );
      const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      // The login page of a Wi-Fi network answers 200, also for a script.
      if (response.status !== 200 || isHtml !== url.endsWith('.html'))
        throw new Error(`${url} answered ${response.status}`);
      await precache.put(key, response);
    };
    const isPage = ({ url }: PrecachedFile): boolean => url.endsWith('.html');
    // A document that is cached can always start.
    await Promise.all(wanted.filter((file) => !isPage(file)).map(fetchFile));
    await Promise.all(wanted.filter(isPage).map(fetchFile));
  };
  return {
    controller,
    isOfBuild: (html) => {
      const names = namesIn(html);
      return (
        names.length > 0 && names.every((name) => controller.getCacheKeyForURL(name) !== undefined)
      );
    },
    namedIn: (html) => {
      const names = new Set(namesIn(html));
      return files.filter(({ url }) => names.has(`/${url}`));
    },
    cache,
    matchPage: async (path) => {
      const key = controller.getCacheKeyForURL(`${path === '/' ? '/index' : path}.html`);
      return key === undefined ? undefined : (await caches.open(cacheName)).match(key);
    },
  };
}
