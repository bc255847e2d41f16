import { expect, it, vi } from 'vitest';

import {
  installPrecache,
  PACK_FROM_FILES,
  PARALLEL_FETCHES,
  type Precache,
} from './install-precache.ts';

const EVENT = { type: 'install' } as ExtendableEvent;
const ORIGIN = 'https://x.test';

function setUp(files: Readonly<Record<string, string>>, kept: readonly string[] = []) {
  const stored = new Map<string, unknown>(kept.map((key) => [key, 'kept']));
  const cache = {
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    put: async (key: string, response: unknown) => void stored.set(key, response),
  } as unknown as Cache;
  const precache = {
    getURLsToCacheKeys: () => new Map(Object.entries(files)),
    install: vi.fn<Precache['install']>(async () => undefined),
  };
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit): Promise<Response> => new Response('alone'),
  );
  const install = () =>
    installPrecache(EVENT, {
      precache,
      cacheName: 'precache',
      caches: { open: async () => cache },
      fetch,
      origin: ORIGIN,
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
    return new Response('alone');
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

const PAGE = `${ORIGIN}/index.html`;
const PAGE_KEY = `${PAGE}?__WB_REVISION__=1`;

/** An installation that lacks a page and so many scripts, with a server that has packs of them. */
function setUpPacks(scripts: number, packs: Readonly<Record<string, Response | Error>>) {
  const found = setUp({ [PAGE]: PAGE_KEY, ...many(scripts) });
  found.fetch.mockImplementation(async (url: string) => {
    const answer = packs[url];
    if (answer instanceof Error) throw answer;
    return answer ?? new Response('alone');
  });
  const alone = () =>
    found.fetch.mock.calls.map(([url]) => url).filter((url) => url.startsWith(ORIGIN));
  const text = async (key: string) => (found.stored.get(key) as Response).text();
  return { ...found, alone, text };
}

function packOf(files: readonly { path: string; headers: object; text: string }[]): ArrayBuffer {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const listing = JSON.stringify(
    files.map(({ text, ...file }) => ({ ...file, bytes: text.length })),
  );
  const body = files.map(({ text }) => text).join('');
  const length = [0, 0, listing.length >> 8, listing.length & 255];
  return Uint8Array.from([...length, ...utf8(listing + body)]).buffer;
}

it('takes many files from packs, with their headers, and fetches only what those do not bring', async () => {
  const headers = { 'content-security-policy': "default-src 'self'" };
  const { install, stored, alone, text } = setUpPacks(PACK_FROM_FILES, {
    '/packs/documents': new Response(
      packOf([
        { path: '/index.html', headers, text: 'packed page' },
        { path: '/other.html', headers, text: 'not asked for' },
      ]),
    ),
    '/packs/parts': new Response(packOf([{ path: '/0.js', headers: {}, text: 'packed script' }])),
  });
  await install();
  expect(stored.size).toBe(PACK_FROM_FILES + 1);
  expect(await text(PAGE_KEY)).toBe('packed page');
  expect((stored.get(PAGE_KEY) as Response).headers.get('content-security-policy')).toBe(
    "default-src 'self'",
  );
  expect(await text(`${ORIGIN}/0.js`)).toBe('packed script');
  expect(alone()).toHaveLength(PACK_FROM_FILES - 1);
  expect(alone()).not.toContain(PAGE);
});

it('fetches a few files one by one, as after an update', async () => {
  const { install, fetch, alone } = setUpPacks(PACK_FROM_FILES - 2, {});
  await install();
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(alone());
  expect(alone()).toHaveLength(PACK_FROM_FILES - 1);
});

it('does without a pack that fails or is cut short', async () => {
  const packed = packOf([{ path: '/0.js', headers: {}, text: 'packed script' }]);
  const { install, alone, text } = setUpPacks(PACK_FROM_FILES, {
    '/packs/documents': new Error('no network'),
    '/packs/parts': new Response(packed.slice(0, -1)),
  });
  await install();
  expect(alone()).toHaveLength(PACK_FROM_FILES + 1);
  expect(await text(`${ORIGIN}/0.js`)).toBe('alone');
});
