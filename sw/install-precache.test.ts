import { expect, it, vi } from 'vitest';

import { installPrecache, PARALLEL_FETCHES, type Precache } from './install-precache.ts';

const EVENT = { type: 'install' } as ExtendableEvent;
const ORIGIN = 'https://x.test';

function setUp(files: Readonly<Record<string, string>>, kept: readonly string[] = []) {
  const stored = new Map<string, unknown>(kept.map((key) => [key, 'kept']));
  const cache = {
    match: async (key: string) => stored.get(key),
    put: async (key: string, response: unknown) => void stored.set(key, response),
  } as unknown as Cache;
  const precache = {
    getURLsToCacheKeys: () => new Map(Object.entries(files)),
    install: vi.fn<Precache['install']>(async () => undefined),
  };
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => ({ status: 200, redirected: false }) as Response,
  );
  const install = () =>
    installPrecache(EVENT, {
      precache,
      cacheName: 'precache',
      caches: { open: async () => cache },
      fetch,
    });
  return { install, fetch, stored, precache };
}

const many = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${ORIGIN}/${at}.js`, `${ORIGIN}/${at}.js`]),
  );

it('stores each file under its key, and asks anew for those with a revision', async () => {
  const page = `${ORIGIN}/index.html`;
  const { install, fetch, stored, precache } = setUp({
    [page]: `${page}?__WB_REVISION__=1`,
    ...many(1),
  });
  await install();
  expect([...stored.keys()].toSorted()).toEqual([`${ORIGIN}/0.js`, `${page}?__WB_REVISION__=1`]);
  expect(fetch).toHaveBeenCalledWith(page, { cache: 'reload', credentials: 'same-origin' });
  expect(fetch).toHaveBeenCalledWith(`${ORIGIN}/0.js`, {
    cache: 'default',
    credentials: 'same-origin',
  });
  expect(precache.install).toHaveBeenCalledExactlyOnceWith(EVENT);
});

it('has several files under way at once, but not all', async () => {
  const { install, fetch } = setUp(many(20));
  let underWay = 0;
  let most = 0;
  fetch.mockImplementation(async () => {
    most = Math.max(most, (underWay += 1));
    await Promise.resolve();
    await Promise.resolve();
    underWay -= 1;
    return { status: 200, redirected: false } as Response;
  });
  await install();
  expect(fetch).toHaveBeenCalledTimes(20);
  expect(most).toBe(PARALLEL_FETCHES);
});

it('does not fetch what an older version has left', async () => {
  const { install, fetch } = setUp(many(3), [`${ORIGIN}/1.js`]);
  await install();
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('leaves what failed or was redirected to Workbox, whose failure ends the installation', async () => {
  const { install, fetch, stored, precache } = setUp(many(3));
  fetch
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValueOnce({ status: 500, redirected: false } as Response)
    .mockResolvedValueOnce({ status: 200, redirected: true } as Response);
  precache.install.mockRejectedValue(new Error('bad-precaching-response'));
  await expect(install()).rejects.toThrow('bad-precaching-response');
  expect(stored.size).toBe(0);
});
