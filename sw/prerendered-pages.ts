import { withFonts } from '../contract/document/font-faces.ts';
import { dependsOnUser } from '../contract/document/opened-document.ts';
import { CACHES, PAGES_CACHE_PREFIX } from '../contract/storage-keys.ts';
import type { CachedTheme } from '../contract/document/theme.ts';
import { isPageOfBuild } from './page-parts.ts';

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
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** Id of the build. */
  readonly build: string;
  /** Its documents, e.g. `login.html`. */
  readonly files: readonly { readonly url: string }[];
  /** Cache of the app's code. */
  readonly precacheName: string;
  /** Whether this build has the file at this path. */
  readonly isOfBuild: (path: string) => boolean;
  readonly readTheme: () => Promise<CachedTheme>;
  /** The app's own origin. */
  readonly origin: string;
}

/** The prerendered pages, each under the path that it is opened at, with the theme in it. */
export interface PrerenderedPages {
  /**
   * Caches every page, and fetches those that are not at hand.
   * @param bundled files of the build, by their path in its folder
   * @throws when one cannot be had, or is of another build: this version is then not installed
   */
  install(bundled?: ReadonlyMap<string, Response>): Promise<void>;
  /**
   * Caches the page that the browser has just loaded at a path, which may be another path's own; where the build has
   * none, nothing.
   * @throws when it is of another build
   */
  cacheOpened(path: string): Promise<void>;
  /** Caches the page that stands for those that have none. @throws as `install` does */
  cacheShell(): Promise<void>;
  /** Whether every page is here. */
  areHere(): Promise<boolean>;
  /** Lets the browser answer pages and the app's code by itself. Only while the event is being dispatched. */
  route(event: StaticRouter): void;
  /** The page of a path, e.g. `/login`. */
  match(path: string): Promise<Response | undefined>;
  /** Drops the pages of other builds. */
  dropOthers(): Promise<void>;
}

const ROOT_TAG = /<html lang="en"[^>]*>/;
/** Where a document says which path it was rendered for; the shell's is no path. */
const OWN_PATH = /data-path="([^"]*)"/;
const SHELL = 'shell.html';

/**
 * A document that knows the chosen theme, or that there is none, without asking the device's storage, and
 * that may use the fonts, which are on the device.
 */
export async function withTheme(page: Response, theme: CachedTheme): Promise<Response> {
  const headers = new Headers(page.headers);
  // What they say of the way that it travelled holds no longer.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  const html = await page.text();
  const rootTag = `<html lang="en" data-theme="${theme}">`;
  return new Response(withFonts(html.replace(ROOT_TAG, rootTag)), { headers });
}

/** Writes a theme into every cached page, in the order in which they were. */
export async function writeThemeIntoPages(
  caches: PagesOptions['caches'],
  theme: CachedTheme,
): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name === CACHES.documents || name.startsWith(PAGES_CACHE_PREFIX),
  );
  for (const name of names) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const page = await cache.match(key);
      if (page) await cache.put(key, await withTheme(page, theme));
    }
  }
}

const pathOf = (file: string): string => `/${file.replace(/^index\.html$|\.html$/, '')}`;

/**
 * Pages cached so that they need nothing but to be read. A cache for each build, as one that waits to be
 * taken must not change the pages of the one in use.
 */
export function createPrerenderedPages(options: PagesOptions): PrerenderedPages {
  const { caches, files, origin } = options;
  const cacheName = `${PAGES_CACHE_PREFIX}${options.build}`;
  const hrefOf = (path: string): string => new URL(path, origin).href;
  const cachePage = async (file: string, page: Response, theme: CachedTheme): Promise<void> => {
    if (page.status !== 200) throw new Error(`${file} answered ${page.status}`);
    // A deploy in the middle of an installation answers with the page of another build, under the same name.
    if (!isPageOfBuild(await page.clone().text(), options.isOfBuild))
      throw new Error(`${file} is of another build`);
    const cache = await caches.open(cacheName);
    await cache.put(hrefOf(pathOf(file)), await withTheme(page, theme));
  };
  return {
    install: async (bundled) => {
      const theme = await options.readTheme();
      await Promise.all(
        files.map(async ({ url }) =>
          cachePage(
            url,
            bundled?.get(url) ?? (await options.fetch(`/${url}`, { cache: 'reload' })),
            theme,
          ),
        ),
      );
    },
    cacheOpened: async (path) => {
      if (!dependsOnUser(path) && !files.some(({ url }) => pathOf(url) === path)) return;
      const page = await options.fetch(path, { cache: 'force-cache' });
      const [, own] = OWN_PATH.exec(await page.clone().text()) ?? [];
      const file = files.find(({ url }) => pathOf(url) === own);
      if (file) await cachePage(file.url, page, await options.readTheme());
    },
    cacheShell: async () =>
      cachePage(
        SHELL,
        await options.fetch(`/${SHELL}`, { cache: 'reload' }),
        await options.readTheme(),
      ),
    areHere: async () => {
      const here = new Set((await (await caches.open(cacheName)).keys()).map(({ url }) => url));
      return files.every(({ url }) => here.has(hrefOf(pathOf(url))));
    },
    route: (event) => {
      const paths = files.map(({ url }) => pathOf(url)).filter((path) => !dependsOnUser(path));
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
    match: async (path) => (await caches.open(cacheName)).match(hrefOf(path)),
    dropOthers: async () => {
      const others = (await caches.keys()).filter(
        (name) => name.startsWith(PAGES_CACHE_PREFIX) && name !== cacheName,
      );
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}
