import { holdBack } from '../contract/frames.ts';
import { CACHES, PAGES_CACHE_PREFIX } from '../contract/storage-keys.ts';
import type { KeptTheme } from '../contract/theme.ts';

/** A rule by which a browser answers without starting the service worker; not every browser has them. */
interface StaticRoute {
  readonly condition: {
    readonly urlPattern: { readonly pathname: string; readonly search?: string };
    readonly requestMethod: 'get';
    readonly requestMode?: 'navigate';
  };
  readonly source: { readonly cacheName: string };
}

/** What an `install` event has for static routes. */
export interface StaticRouter {
  addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>;
}

export interface PagesOptions {
  readonly caches: Pick<CacheStorage, 'open' | 'delete' | 'keys'>;
  /** Every file of the app with its revision; one whose name says its content has none. */
  readonly files: readonly (string | { readonly url: string; readonly revision?: string | null })[];
  readonly precacheName: string;
  readonly matchPrecache: (path: string) => Promise<Response | undefined>;
  readonly readTheme: () => Promise<KeptTheme>;
  /** The app's own origin. */
  readonly origin: string;
}

/** The prerendered pages, each under the path that it is opened at, with the theme in it. */
export interface Pages {
  /** Takes every page out of the precache. */
  fill(): Promise<void>;
  /** Lets the browser answer pages and the app's code by itself. Only while the event is being dispatched. */
  route(event: StaticRouter): void;
  /** The page of a path, e.g. `/login`. */
  match(path: string): Promise<Response | undefined>;
  /** Drops the pages of other builds. */
  dropOthers(): Promise<void>;
}

/** As much of a revision as tells two versions of one page apart. */
const REVISION_LENGTH = 8;

const ROOT_TAG = /<html lang="en"[^>]*>/;

/** A document that knows the chosen theme, or that there is none, without asking the device's storage. */
const withTheme = (html: string, theme: KeptTheme): string =>
  html.replace(ROOT_TAG, `<html lang="en" data-theme="${theme}">`);

async function rewritten(page: Response, rewrite: (html: string) => string): Promise<Response> {
  const headers = new Headers(page.headers);
  // What they say of the way that it travelled holds no longer.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  return new Response(rewrite(await page.text()), { headers });
}

/** A page as it is kept: with the theme in it, and quick to show. */
export const keptPage = (page: Response, theme: KeptTheme): Promise<Response> =>
  rewritten(page, (html) => holdBack(withTheme(html, theme)));

/** Writes a theme into every page that is kept, in the order in which they were. */
export async function writeThemeIntoPages(
  caches: PagesOptions['caches'],
  theme: KeptTheme,
): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name === CACHES.documents || name.startsWith(PAGES_CACHE_PREFIX),
  );
  for (const name of names) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const page = await cache.match(key);
      if (page) await cache.put(key, await rewritten(page, (html) => withTheme(html, theme)));
    }
  }
}

const pathOf = (file: string): string => `/${file.replace(/^index\.html$|\.html$/, '')}`;
const fileOf = (path: string): string => `${path === '/' ? '/index' : path}.html`;

/**
 * Pages kept so that they need nothing but to be read. A cache for each build, as one that waits to be taken
 * must not change the pages of the one in use.
 */
export function createPages(options: PagesOptions): Pages {
  const { caches, files, origin, matchPrecache } = options;
  const pages = files.flatMap((file) =>
    typeof file !== 'string' && file.url.endsWith('.html') ? [file] : [],
  );
  const revisions = pages.map(({ revision }) => revision?.slice(0, REVISION_LENGTH));
  const cacheName = `${PAGES_CACHE_PREFIX}${revisions.join('')}`;
  const paths = pages.map(({ url }) => pathOf(url));
  const hrefOf = (path: string): string => new URL(path, origin).href;
  return {
    fill: async () => {
      const cache = await caches.open(cacheName);
      const theme = await options.readTheme();
      for (const path of paths) {
        const page = await matchPrecache(fileOf(path));
        if (page) await cache.put(hrefOf(path), await keptPage(page, theme));
      }
    },
    route: (event) => {
      const routes = paths.map((pathname) => ({
        // With a query the page may be another one; that is decided elsewhere.
        condition: {
          urlPattern: { pathname, search: '' },
          requestMethod: 'get',
          requestMode: 'navigate',
        } as const,
        source: { cacheName },
      }));
      const code = {
        condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'get' },
        source: { cacheName: options.precacheName },
      } as const;
      // Where a browser refuses them, the service worker answers, as it does where there are none.
      event.addRoutes?.([...routes, code]).catch(() => undefined);
    },
    match: async (path) => {
      const cache = await caches.open(cacheName);
      return (await cache.match(hrefOf(path))) ?? matchPrecache(fileOf(path));
    },
    dropOthers: async () => {
      const others = (await caches.keys()).filter(
        (name) => name.startsWith(PAGES_CACHE_PREFIX) && name !== cacheName,
      );
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}
