import { describe, expect, it, vi } from 'vitest';

import { memoryCaches } from '../local/testing/fake-environment.ts';
import { createPrecache, type PrecachedFile } from './precache.ts';

vi.hoisted(() => {
  const location = new URL('https://goodies.test/sw.js');
  Object.assign(globalThis, { self: globalThis, location });
});
const FILES: readonly PrecachedFile[] = [
  { url: 'index.html', revision: '1', integrity: 'sha256-a' },
  { url: 'login.html', revision: '2', integrity: 'sha256-b' },
  { url: 'assets/a1-22222222.js', revision: null, ofEveryPage: true },
  { url: 'assets/c-3.css', revision: null },
];
const SHEET: PrecachedFile = { url: 'assets/style.css', revision: '3', integrity: 'sha256-c' };

function setUp(answer = (_address: string): Response | undefined => undefined, all = FILES) {
  const fetched: [string, RequestInit | undefined][] = [];
  const caches = memoryCaches();
  const precache = createPrecache(all, {
    caches,
    fetch: async (address, init) => {
      fetched.push([address, init]);
      const type = address.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript';
      return answer(address) ?? new Response(address, { headers: { 'content-type': type } });
    },
  });
  const cached = (): string[] => [...caches.contents.values()].flatMap((one) => [...one.keys()]);
  return { precache, fetched, cached };
}

describe('caching the app’s files', () => {
  it('fetches each once, documents past the HTTP cache and only those of this build', async () => {
    const { precache, fetched } = setUp();
    await precache.cache(FILES.slice(2));
    expect(fetched).toEqual([
      ['/assets/a1-22222222.js', {}],
      ['/assets/c-3.css', {}],
    ]);
    await precache.cache(FILES);
    expect(fetched.slice(2)).toEqual([
      ['/index.html', { cache: 'reload', integrity: 'sha256-a' }],
      ['/login.html', { cache: 'reload', integrity: 'sha256-b' }],
    ]);
  });

  it('fetches few files at once, so that the line is not full of them', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      url: `assets/f${at}-22222222.js`,
      revision: null,
    }));
    let running = 0;
    let most = 0;
    const precache = createPrecache(many, {
      caches: memoryCaches(),
      fetch: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve));
        running -= 1;
        return new Response('', { headers: { 'content-type': 'text/javascript' } });
      },
    });
    await precache.cache(many);
    expect([most, running]).toEqual([6, 0]);
  });

  it('fetches code without a hash as a dictionary for its next release', async () => {
    const { precache, fetched, cached } = setUp(undefined, [SHEET]);
    await precache.cache([SHEET]);
    expect(fetched).toEqual([
      ['/assets/style.css?dictionary', { cache: 'reload', integrity: 'sha256-c' }],
    ]);
    expect(cached().join()).toMatch(/\/assets\/style\.css\?__WB_REVISION__=3$/);
  });

  it('only asks about code that the page has loaded, and keeps it as a dictionary later', async () => {
    const { precache, fetched } = setUp(undefined, [...FILES, SHEET]);
    await precache.cache([SHEET], { isLoaded: true });
    await precache.keepDictionaries();
    expect(fetched).toEqual([
      ['/assets/style.css', { cache: 'no-cache', integrity: 'sha256-c' }],
      ['/assets/style.css?dictionary', undefined],
    ]);
  });

  it.each([
    ['a file that the server has no longer', () => new Response('', { status: 404 })],
    [
      'the login page of a network',
      () => new Response('Log in', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('refuses %s', async (_what, answer) => {
    const { precache, cached } = setUp((address) =>
      address.endsWith('.js') ? answer() : undefined,
    );
    await expect(precache.cache(FILES)).rejects.toThrow('a1-22222222.js');
    expect(cached().join()).not.toContain('a1-22222222');
  });
});

it('finds the document of a path', async () => {
  const { precache } = setUp();
  await precache.cache(FILES);
  const textAt = async (path: string) => (await precache.matchPage(path))?.text();
  expect(await textAt('/')).toBe('/index.html');
  expect(await textAt('/login')).toBe('/login.html');
  expect(await textAt('/wallet')).toBeUndefined();
});

describe('a page', () => {
  const { precache } = setUp();
  const html = '<link href="/assets/c-3.css">import("/assets/a1-22222222.js")';

  it('is of this build where all code that it names is', () => {
    expect(precache.isOfBuild(html)).toBe(true);
    expect(precache.isOfBuild(`${html} /assets/a1-11111111.js`)).toBe(false);
    expect(precache.isOfBuild('<h1>Log in to the Wi-Fi</h1>')).toBe(false);
  });

  it('names files of the build', () => {
    expect(precache.namedIn(html)).toEqual(FILES.slice(2));
  });
});
