import { PrecacheController } from 'workbox-precaching';

export interface PrecachedFile {
  readonly url: string;
  readonly revision: string | null;
  /** Refuses a document of another build, which a deploy during installation would send. */
  readonly integrity?: string;
  readonly ofEveryPage?: true;
}

interface PrecacheDeps {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
}

/**
 * Code without a hash is never fresh, so a browser keeps it as a dictionary for the next release
 * under this address only.
 */
const AS_DICTIONARY = '?dictionary';
const isUnhashedCode = ({ url, revision }: PrecachedFile): boolean =>
  revision !== null && !url.endsWith('.html');

/** What a person asks for meanwhile shares a slow line with so many files. */
const AT_ONCE = 6;

const CODE = /\/assets\/[\w.-]+\.(?:js|css)\b/g;

export function createPrecache(files: readonly PrecachedFile[], { caches, fetch }: PrecacheDeps) {
  const controller = new PrecacheController();
  controller.addToCacheList([...files]);
  const { cacheName } = controller.strategy;
  const namesIn = (html: string): readonly string[] => html.match(CODE) ?? [];
  // Workbox would fetch the files one by one. `isLoaded` where the page has loaded them: their
  // validators are enough then.
  const cache = async (
    wanted: readonly PrecachedFile[],
    { isLoaded = false }: { readonly isLoaded?: boolean } = {},
  ): Promise<void> => {
    const precache = await caches.open(cacheName);
    const cached = new Set((await precache.keys()).map(({ url }) => url));
    const fetchFile = async (file: PrecachedFile): Promise<void> => {
      const { url, revision, integrity } = file;
      const key = controller.getCacheKeyForURL(url);
      if (key === undefined || cached.has(key)) return;
      const response = await fetch(
        `/${url}${isUnhashedCode(file) && !isLoaded ? AS_DICTIONARY : ''}`,
        revision === null
          ? {}
          : { cache: isLoaded ? 'no-cache' : 'reload', ...(integrity && { integrity }) },
      );
      const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
      // A Wi-Fi login page answers 200 for a script too.
      if (response.status !== 200 || isHtml !== url.endsWith('.html'))
        throw new Error(`${url} answered ${response.status}`);
      await precache.put(key, response);
    };
    const fetchAll = async (queue: PrecachedFile[]): Promise<void> => {
      for (let file = queue.shift(); file; file = queue.shift()) await fetchFile(file);
    };
    const isPage = ({ url }: PrecachedFile): boolean => url.endsWith('.html');
    // Documents are cached last, so that a cached document has all its code.
    for (const queue of [wanted.filter((file) => !isPage(file)), wanted.filter(isPage)])
      await Promise.all(Array.from({ length: AT_ONCE }, () => fetchAll(queue)));
  };
  return {
    controller,
    isOfBuild: (html: string): boolean => {
      const names = namesIn(html);
      return (
        names.length > 0 && names.every((name) => controller.getCacheKeyForURL(name) !== undefined)
      );
    },
    namedIn: (html: string): readonly PrecachedFile[] => {
      const names = new Set(namesIn(html));
      return files.filter(({ url }) => names.has(`/${url}`));
    },
    cache,
    /** A first installation has such code from the page, under its own address. */
    keepDictionaries: async (): Promise<void> => {
      for (const { url } of files.filter(isUnhashedCode))
        await (await fetch(`/${url}${AS_DICTIONARY}`)).blob();
    },
    matchPage: async (path: string): Promise<Response | undefined> => {
      const key = controller.getCacheKeyForURL(`${path === '/' ? '/index' : path}.html`);
      return key === undefined ? undefined : (await caches.open(cacheName)).match(key);
    },
  };
}
