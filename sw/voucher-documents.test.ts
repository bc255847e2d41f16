import { describe, expect, it } from 'vitest';
import { CACHES } from '../contract/storage-keys.ts';
import { memoryCaches } from '../local/testing/fake-environment.ts';
import {
  MAX_DOCUMENTS,
  answerNavigation,
  refreshFollowed,
  MAX_FOLLOWED,
  isAppPath,
  cacheDocument,
} from './voucher-documents.ts';

const ORIGIN = 'https://goodies.test';
const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const PRERENDERED = ['/', '/welcome', '/login', '/voucher', '/live', '/shell'];
const PRECACHED = '/assets/entry-a1.js';

const pageOf = (text: string, script = '/assets/entry-a1.js'): Response =>
  new Response(
    `<!doctype html><html lang="en"><div id="root" data-path=""><h1>${text}</h1></div><script>import("${script}")</script>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

function setUp(answer: () => Response | Promise<Response>, pages = PRERENDERED) {
  const fetched: { url: string; init: RequestInit | undefined }[] = [];
  const pending: Promise<unknown>[] = [];
  let generation = 0;
  const caches = memoryCaches();
  const deps = {
    caches,
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      fetched.push({ url: input instanceof Request ? input.url : String(input), init });
      return answer();
    },
    matchPage: async (path: string) =>
      pages.includes(path) ? new Response(`prerendered ${path}`) : undefined,
    isOfBuild: (html: string) => html.includes(PRECACHED),
    generation: () => generation,
    timeout: () => new Promise<void>(() => undefined),
    isSignedIn: async () => true,
    isSaving: async () => false,
    now: () => NOW,
    origin: ORIGIN,
  };
  return {
    caches,
    deps,
    fetched,
    forget: () => {
      generation += 1;
    },
    cachedPaths: () =>
      [...(caches.contents.get(CACHES.documents)?.keys() ?? [])].map(
        (href) => new URL(href).pathname,
      ),
    cachedText: async (path: string) =>
      caches.contents.get(CACHES.documents)?.get(`${ORIGIN}${path}`)?.clone().text(),
    visit: async (path: string, more: Partial<typeof deps> = {}) => {
      const url = new URL(path, ORIGIN);
      const waitUntil = (work: Promise<unknown>): void => void pending.push(work);
      const all = { ...deps, ...more };
      return answerNavigation(all, { url, waitUntil });
    },
    /** Settles when all that goes on behind the answers is done. */
    settled: async () => {
      for (let work = pending.shift(); work; work = pending.shift()) await work;
    },
  };
}

const offline = (): Promise<never> => Promise.reject(new TypeError('failed to fetch'));

describe('which navigations are ours', () => {
  it.each(['/', '/v/7', '/wallet', '/a/b', '/verify-email', '/apiary', '/v/7/'])(
    '%s is',
    (path) => {
      expect(isAppPath(path)).toBe(true);
    },
  );

  it.each([
    '/api/docs',
    '/api',
    '/sandbox/mail',
    '/covers/x',
    '/healthz',
    '/readyz',
    '/metrics',
    '/robots.txt',
    '/sw.js',
  ])('%s is not', (path) => {
    expect(isAppPath(path)).toBe(false);
  });
});

describe('a voucher page', () => {
  it('comes from the server the first time and is cached, without credentials or query', async () => {
    const { visit, fetched, cachedText, settled } = setUp(() => pageOf('live'));
    expect(await (await visit('/v/7?ref=ADA')).text()).toContain('live');
    await settled();
    expect(await cachedText('/v/7')).toContain('live');
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toMatchObject({ url: `${ORIGIN}/v/7`, init: { credentials: 'omit' } });
  });

  it.each([
    ['/lv/7.)', '/lv/7'],
    ['/V/7%20?ref=ADA', '/v/7?ref=ADA'],
  ])('whose address was altered, %s, is at %s, also offline', async (path, target) => {
    const { visit, fetched } = setUp(offline);
    expect(isAppPath(new URL(path, ORIGIN).pathname)).toBe(true);
    const answer = await visit(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${ORIGIN}${target}`]);
    expect(fetched).toHaveLength(0);
  });

  it('is not cached where the login page of a network comes instead; that one is shown', async () => {
    const portal = (): Response =>
      new Response('<!doctype html><html><h1>Log in to the Wi-Fi</h1>', {
        headers: { 'content-type': 'text/html' },
      });
    const { visit, cachedPaths, settled } = setUp(portal);
    expect(await (await visit('/v/7')).text()).toContain('Wi-Fi');
    await settled();
    expect(cachedPaths()).toEqual([]);
  });

  it('comes at once as it was cached, and is refreshed behind it', async () => {
    let text = 'first';
    const { visit, cachedText, settled, fetched } = setUp(() => pageOf(text));
    await visit('/lv/7');
    await settled();
    text = 'second';
    expect(await (await visit('/lv/7')).text()).toContain('first');
    await settled();
    expect(fetched).toHaveLength(2);
    expect(await cachedText('/lv/7')).toContain('second');
  });

  it.each([
    [HOUR / 2, 1],
    [HOUR + 1_000, 2],
    // The phone's clock is behind: nothing is known of its age.
    [-HOUR, 2],
  ])('that was cached %d ms ago was then fetched %d times', async (ageMs, times) => {
    const date = new Date(NOW - ageMs).toUTCString();
    const { visit, fetched, settled } = setUp(() => {
      const page = pageOf('live');
      page.headers.set('date', date);
      return page;
    });
    await visit('/v/7');
    await settled();
    await visit('/v/7');
    await settled();
    expect(fetched).toHaveLength(times);
  });

  it('is the app’s own while data is saved, unless it is here', async () => {
    const { visit, deps, fetched, settled } = setUp(() => pageOf('live'));
    const saving = { isSaving: async () => true };
    expect(await (await visit('/v/7', saving)).text()).toBe('prerendered /voucher');
    expect(fetched).toHaveLength(0);
    await cacheDocument(deps, '/v/7');
    expect(await (await visit('/v/7', saving)).text()).toContain('live');
    await settled();
    expect(fetched).toHaveLength(1);
  });

  it('asks for small pictures while data is saved, and takes what the browser has loaded', async () => {
    const { deps, fetched } = setUp(() => pageOf('live'));
    await cacheDocument({ ...deps, isSaving: async () => true }, '/v/7', 'force-cache');
    const { headers, cache } = fetched[0]?.init ?? {};
    expect(new Headers(headers).get('save-data')).toBe('on');
    expect(cache).toBe('force-cache');
  });

  it('stays when the network is gone', async () => {
    let answer: () => Response | Promise<Response> = () => pageOf('cached');
    const { visit, cachedText, settled } = setUp(() => answer());
    await visit('/v/7');
    await settled();
    answer = offline;
    expect(await (await visit('/v/7')).text()).toContain('cached');
    await settled();
    expect(await cachedText('/v/7')).toContain('cached');
  });

  it.each([
    ['offline', offline],
    ['a server error', () => new Response('oops', { status: 502 })],
    ['a page that a visitor may not see', () => new Response('not found', { status: 404 })],
  ])('is the app’s own with %s', async (_, answer) => {
    const { visit, cachedPaths, settled } = setUp(answer);
    expect(await (await visit('/v/7')).text()).toBe('prerendered /voucher');
    expect(await (await visit('/lv/7')).text()).toBe('prerendered /live');
    await settled();
    expect(cachedPaths()).toEqual([]);
  });

  it('is the app’s own when the network is too slow, and cached when it arrives', async () => {
    let deliver: (page: Response) => void = () => undefined;
    const { visit, cachedText, settled } = setUp(
      () =>
        new Promise((resolve) => {
          deliver = resolve;
        }),
    );
    const answer = await visit('/v/7', { timeout: async () => undefined });
    expect(await answer.text()).toBe('prerendered /voucher');
    deliver(pageOf('late'));
    await settled();
    expect(await cachedText('/v/7')).toContain('late');
  });

  it('of another build gives way to the own one: its code is not the code that starts here', async () => {
    const { visit, cachedPaths, settled } = setUp(() => pageOf('new', '/assets/entry-b2.js'));
    expect(await (await visit('/v/7')).text()).toBe('prerendered /voucher');
    await settled();
    expect(cachedPaths()).toEqual([]);
  });

  it('is one of the 30 used last', async () => {
    const { deps, cachedPaths } = setUp(() => pageOf('x'));
    for (let id = 0; id < MAX_DOCUMENTS; id += 1) await cacheDocument(deps, `/v/${id}`);
    await cacheDocument(deps, '/v/0');
    await cacheDocument(deps, '/v/new');
    expect(cachedPaths()).toHaveLength(MAX_DOCUMENTS);
    expect(cachedPaths()).toContain('/v/0');
    expect(cachedPaths()).not.toContain('/v/1');
  });

  it('is not cached for a user who has been forgotten meanwhile', async () => {
    const { deps, forget, cachedPaths } = setUp(() => pageOf('x'));
    await cacheDocument(
      {
        ...deps,
        isOfBuild: () => {
          forget();
          return true;
        },
      },
      '/v/7',
    );
    expect(cachedPaths()).toEqual([]);
  });

  it('is not cached either where it was still on its way as they were forgotten', async () => {
    const network = (): Response => {
      leave();
      return pageOf('x');
    };
    const { deps, visit, forget: leave, cachedPaths, settled } = setUp(network);
    expect(await (await visit('/v/7')).text()).toContain('x');
    await settled();
    await cacheDocument(deps, '/v/8');
    expect(cachedPaths()).toEqual([]);
  });
});

describe('other pages', () => {
  it.each([
    ['/', 'prerendered /'],
    ['/?utm_source=x', 'prerendered /'],
    ['/wallet', 'prerendered /shell'],
    ['/no/such/page', 'prerendered /shell'],
  ])('%s is %s', async (path, text) => {
    const { visit, fetched } = setUp(offline);
    expect(await (await visit(path)).text()).toBe(text);
    expect(fetched).toHaveLength(0);
  });

  it.each([
    ['/', 'prerendered /welcome'],
    ['/?ref=AB12', 'prerendered /welcome'],
    ['/login/', 'prerendered /login'],
    ['/wallet', 'prerendered /login'],
    ['/transactions/7', 'prerendered /login'],
    ['/help', 'prerendered /shell'],
  ])('are those of a visitor at %s where no user is signed in', async (path, text) => {
    const { visit } = setUp(offline);
    const answer = await visit(path, { isSignedIn: async () => false });
    expect(await answer.text()).toBe(text);
  });

  it.each(['/login?next=%2Fwallet', '/signup'])(
    'are none of a visitor at %s where a user is signed in',
    async (path) => {
      const { visit } = setUp(offline);
      expect(await (await visit(path)).text()).toBe('prerendered /shell');
    },
  );

  it('come from the network when nothing is prerendered', async () => {
    const { visit } = setUp(() => new Response('live'), []);
    expect(await (await visit('/wallet')).text()).toBe('live');
  });

  it('are not cached, even when asked', async () => {
    const { deps, fetched } = setUp(() => pageOf('x'));
    await cacheDocument(deps, '/wallet');
    await cacheDocument(deps, 'https://evil.test/v/7');
    expect(fetched).toHaveLength(0);
  });
});

describe('the pages of followed vouchers', () => {
  const FOLLOWED = async () => ['A', 'B', 'C', 'D', 'E', 'F'];

  it('are fetched, those seen last, and not more than a few', async () => {
    const { deps, cachedPaths } = setUp(() => pageOf('x'));
    await refreshFollowed(deps, FOLLOWED);
    expect(cachedPaths()).toEqual(['/v/A', '/v/B', '/v/C', '/v/D', '/v/E']);
    expect(cachedPaths()).toHaveLength(MAX_FOLLOWED);
  });

  it('are left alone while data is saved', async () => {
    const { deps, fetched } = setUp(() => pageOf('x'));
    await refreshFollowed({ ...deps, isSaving: async () => true }, FOLLOWED);
    expect(fetched).toEqual([]);
  });
});
