import { describe, expect, it } from 'vitest';
import { CACHES, PAGES_CACHE_PREFIX } from '../contract/storage-keys.ts';
import type { CachedTheme } from '../contract/document/theme.ts';
import { memoryCaches } from '../local/testing/memory-caches.ts';
import {
  createPrerenderedPages,
  writeThemeIntoPages,
  type StaticRouter,
} from './prerendered-pages.ts';

const ORIGIN = 'https://goodies.test';
const FILES = [
  { url: 'index.html' },
  { url: 'login.html' },
  { url: 'welcome.html' },
  { url: 'shell.html' },
];
const CACHE = `${PAGES_CACHE_PREFIX}11111111`;
const SCRIPT = '<script>import("/assets/entry-a1.js")</script>';

interface Setting {
  readonly theme?: CachedTheme;
  readonly status?: number;
  /** What the pages name. */
  readonly script?: string;
  /** What the server renders at an address. */
  readonly rendered?: (address: string) => string;
}

function setUp({ theme = '', status = 200, script = SCRIPT, rendered }: Setting = {}) {
  const caches = memoryCaches();
  const asked: (readonly [string, RequestCache | undefined])[] = [];
  const pages = createPrerenderedPages({
    caches,
    build: '11111111',
    files: FILES,
    precacheName: 'precache',
    isOfBuild: (path) => path === '/assets/entry-a1.js',
    fetch: async (address, { cache }) => {
      asked.push([address, cache]);
      return new Response(
        `<!doctype html><html lang="en"><link rel="font"><style media="not all"></style><p${rendered ? ` data-path="${rendered(address)}"` : ''}>${address}</p>${script}`,
        {
          status,
          headers: { 'content-encoding': 'br', 'content-security-policy': "default-src 'self'" },
        },
      );
    },
    readTheme: async () => theme,
    origin: ORIGIN,
  });
  return { caches, pages, asked };
}

const textAt = (caches: ReturnType<typeof memoryCaches>, cache: string, path: string) =>
  caches.contents.get(cache)?.get(`${ORIGIN}${path}`)?.clone().text();

describe('prerendered pages', () => {
  it('lie under the paths that they are opened at, with the theme and without the way they came', async () => {
    const { caches, pages } = setUp({ theme: 'dark' });
    await pages.install();
    expect([...(caches.contents.get(CACHE)?.keys() ?? [])]).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/login`,
      `${ORIGIN}/welcome`,
      `${ORIGIN}/shell`,
    ]);
    expect(await textAt(caches, CACHE, '/login')).toBe(
      `<!doctype html><html lang="en" data-theme="dark"><link rel="preload"><style></style><p>/login.html</p>${SCRIPT}`,
    );
    const headers = caches.contents.get(CACHE)?.get(`${ORIGIN}/`)?.headers;
    expect(headers?.get('content-security-policy')).toBe("default-src 'self'");
    expect(headers?.get('content-encoding')).toBeNull();
  });

  it('say that no theme was chosen, too', async () => {
    const { caches, pages } = setUp();
    await pages.install();
    expect(await textAt(caches, CACHE, '/')).toContain('<html lang="en" data-theme="">');
  });

  it('are found by path', async () => {
    const { pages } = setUp({ theme: 'light' });
    expect(await pages.match('/')).toBeUndefined();
    await pages.install();
    expect(await (await pages.match('/'))?.text()).toContain('data-theme="light"');
  });

  it('are taken from the files at hand, and only the others are fetched', async () => {
    const { caches, pages } = setUp();
    const page = new Response(`<html lang="en"><p>at hand</p>${SCRIPT}`, {
      headers: { 'x-from': 'bundle' },
    });
    await pages.install(new Map([['index.html', page]]));
    expect(await textAt(caches, CACHE, '/')).toBe(
      `<html lang="en" data-theme=""><p>at hand</p>${SCRIPT}`,
    );
    expect(caches.contents.get(CACHE)?.get(`${ORIGIN}/`)?.headers.get('x-from')).toBe('bundle');
    expect(await textAt(caches, CACHE, '/login')).toContain('/login.html');
  });

  it('are cached one by one while the others are still to come: as the browser has loaded it, and the shell', async () => {
    const { caches, pages, asked } = setUp({ theme: 'dark', rendered: (address) => address });
    for (const path of ['/login', '/help']) await pages.cacheOpened(path);
    expect(await textAt(caches, CACHE, '/login')).toContain('data-theme="dark"');
    expect(await pages.areHere()).toBe(false);
    await pages.cacheShell();
    expect([...(caches.contents.get(CACHE)?.keys() ?? [])]).toEqual([
      `${ORIGIN}/login`,
      `${ORIGIN}/shell`,
    ]);
    expect(asked).toEqual([
      ['/login', 'force-cache'],
      ['/shell.html', 'reload'],
    ]);
    expect(await pages.areHere()).toBe(false);
    await pages.install();
    expect(await pages.areHere()).toBe(true);
  });

  it('are cached as what they are, also where a visitor has opened the address of another one', async () => {
    const { caches, pages } = setUp({
      rendered: (address) => ({ '/': '/welcome', '/wallet': '/login' })[address] ?? '/#shell',
    });
    for (const path of ['/', '/wallet', '/transactions']) await pages.cacheOpened(path);
    expect([...(caches.contents.get(CACHE)?.keys() ?? [])]).toEqual([
      `${ORIGIN}/welcome`,
      `${ORIGIN}/login`,
    ]);
  });

  it('that the browser has of another build are not cached', async () => {
    const { pages } = setUp({
      rendered: (address) => address,
      script: '<script>import("/assets/entry-b2.js")</script>',
    });
    await expect(pages.cacheOpened('/login')).rejects.toThrow('login.html is of another build');
    expect(await pages.match('/login')).toBeUndefined();
  });

  it('are not installed where one cannot be had', async () => {
    const { pages } = setUp({ status: 502 });
    await expect(pages.install()).rejects.toThrow('index.html answered 502');
  });

  it('are not installed where one is of another build: a deploy came between', async () => {
    const { pages } = setUp();
    await pages.install();
    const other = setUp({ script: '<script>import("/assets/entry-b2.js")</script>' });
    await expect(other.pages.install()).rejects.toThrow('index.html is of another build');
  });

  it('are not installed where the login page of a network comes instead, with 200', async () => {
    const { caches, pages } = setUp({ script: '', rendered: (address) => address });
    await expect(pages.install()).rejects.toThrow('index.html is of another build');
    await expect(pages.cacheOpened('/login')).rejects.toThrow('login.html is of another build');
    expect(caches.contents.get(CACHE)?.size ?? 0).toBe(0);
  });

  it('of a build that waits do not touch those in use; once it is taken these go', async () => {
    const { caches, pages } = setUp();
    await pages.install();
    await caches.open(CACHES.covers);
    const newer = createPrerenderedPages({
      caches,
      build: '33333333',
      files: [{ url: 'index.html' }],
      precacheName: 'precache',
      isOfBuild: () => true,
      fetch: async () => new Response(`<html lang="en">new${SCRIPT}`),
      readTheme: async () => '',
      origin: ORIGIN,
    });
    await newer.install();
    expect(await textAt(caches, CACHE, '/')).toContain('/index.html');
    await newer.dropOthers();
    expect([...caches.contents.keys()]).toEqual([CACHES.covers, `${PAGES_CACHE_PREFIX}33333333`]);
  });
});

describe('a theme that is chosen', () => {
  it('comes into every cached page, in their order, and into nothing else', async () => {
    const { caches, pages } = setUp({ theme: 'light' });
    await pages.install();
    const documents = await caches.open(CACHES.documents);
    for (const path of ['/v/2', '/v/1']) {
      await documents.put(`${ORIGIN}${path}`, new Response(`<html lang="en">${path}`));
    }
    const covers = await caches.open(CACHES.covers);
    await covers.put(`${ORIGIN}/covers/1`, new Response('<html lang="en">'));

    await writeThemeIntoPages(caches, 'dark');
    expect(await textAt(caches, CACHE, '/')).toContain(
      '<html lang="en" data-theme="dark"><link rel="preload">',
    );
    expect(await textAt(caches, CACHES.documents, '/v/1')).toBe(
      '<html lang="en" data-theme="dark">/v/1',
    );
    expect((await documents.keys()).map(({ url }) => new URL(url).pathname)).toEqual([
      '/v/2',
      '/v/1',
    ]);
    expect(await textAt(caches, CACHES.covers, '/covers/1')).toBe('<html lang="en">');
  });
});

describe('static routes', () => {
  type Routes = Parameters<NonNullable<StaticRouter['addRoutes']>>[0];

  it('answer pages without a query and the app’s code from their caches, but none that depends on who is here', () => {
    const asked: Routes[] = [];
    const { pages } = setUp();
    pages.route({
      addRoutes: async (routes) => void asked.push(routes),
    });
    const page = { requestMethod: 'get', requestMode: 'navigate' };
    expect(asked).toEqual([
      [
        {
          condition: { urlPattern: { pathname: '/welcome', search: '' }, ...page },
          source: { cacheName: CACHE },
        },
        {
          condition: { urlPattern: { pathname: '/shell', search: '' }, ...page },
          source: { cacheName: CACHE },
        },
        {
          condition: { urlPattern: { pathname: '/assets/*' }, requestMethod: 'get' },
          source: { cacheName: 'precache' },
        },
      ],
    ]);
  });

  it('are left out where a browser has none or refuses them', async () => {
    const { pages } = setUp();
    pages.route({});
    pages.route({ addRoutes: () => Promise.reject(new TypeError('not like this')) });
    await new Promise((resolve) => setTimeout(resolve));
  });
});
