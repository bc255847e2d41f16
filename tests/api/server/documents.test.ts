import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { FeaturedAnswer } from '../../../contract/vouchers.ts';
import { DELTA_ENDING, dictionaryMatch, readDelta } from '../../../documents/serve/dictionaries.ts';
import { buildApp } from '../../../server/app.ts';
import { servePages } from '../../../server/documents.ts';
import { seedDemo } from '../../../server/sandbox/demo/seed-demo.ts';
import { startTestApp, type TestApp } from '../../fixtures/api/test-app.ts';

const ASSETS = new URL('../../../dist/app/assets/', import.meta.url);

let api: TestApp;
/** The same server with the app's pages. */
let web: FastifyInstance;
let ulid: string;
let id: number;

beforeAll(async () => {
  if (!existsSync(new URL('../../../dist/documents.json', import.meta.url)))
    throw new Error('These tests read the build: run `npm run build` first');
  api = await startTestApp();
  await seedDemo(api.deps);
  const { deps } = api;
  web = await buildApp(deps, { web: (app) => servePages(app, deps) });
  const { data } = (await api.call('GET', '/vouchers/featured')).body as unknown as FeaturedAnswer;
  ({ ulid, id } = data[0] ?? { ulid: '', id: 0 });
});
afterAll(async () => {
  await web.close();
  await api.close();
});

const get = (url: string, headers: Record<string, string> = {}) => web.inject({ url, headers });

describe('a voucher’s page', () => {
  it('comes with its data, compressed, under a policy that allows its own scripts and styles', async () => {
    const answer = await get(`/v/${ulid}`, { 'accept-encoding': 'br, gzip' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['vary']).toBe('Accept-Encoding, Save-Data');
    const html = brotliDecompressSync(answer.rawPayload).toString();
    expect(html).toContain(`"ulid":"${ulid}"`);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });

  it('has small pictures only for who saves data', async () => {
    const { data } = (await api.call('GET', '/vouchers/featured'))
      .body as unknown as FeaturedAnswer;
    const pictured = data.find(({ cover }) => cover?.srcset.includes(' 800w'));
    const plain = (await get(`/v/${pictured?.ulid}`)).body;
    const saving = (await get(`/v/${pictured?.ulid}`, { 'save-data': 'on' })).body;
    expect(plain).toContain(' 800w');
    expect(saving).toContain(' 280w');
    expect(saving).not.toContain(' 800w');
  });

  it('is one page however its address is written', async () => {
    const [page] = [await get(`/v/${ulid}`)];
    for (const path of [`/v/${ulid.toLowerCase()}`, `/v/${ulid}/`, `/v/${ulid}?ref=AB12`])
      expect((await get(path)).headers['etag'], path).toBe(page?.headers['etag']);
    const byNumber = await get(`/v/${id}`);
    expect((await get(`/v/000${id}`)).headers['etag']).toBe(byNumber.headers['etag']);
  });

  it.each([
    ['/v/{}.', ''],
    ['/v/{})', ''],
    ['/v/{}*', ''],
    ['/v/{}%20', ''],
    ['/v/{}%E2%80%8B', ''],
    ['/V/{}', ''],
    ['/lv/{}.)', ''],
    ['/v/{}&fbclid=1', '?fbclid=1'],
    ['/v/{}.?ref=ADA4', '?ref=ADA4'],
  ])('is found by the altered address %s', async (written, query) => {
    const answer = await get(written.replace('{}', ulid));
    expect(answer.statusCode).toBe(302);
    const view = written.startsWith('/lv') ? 'lv' : 'v';
    expect(answer.headers['location']).toBe(`/${view}/${ulid}${query}`);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/v/x~', '/lv/x~', '/v/x', '/v/not-an-id', '/v/x.png', '/v/x~/fairness'])(
    '%s can be none and is not found, on a page of the app',
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('<div id="root"');
    },
  );

  it('that does not exist opens without data, and says that it is not found', async () => {
    const answer = await get('/v/01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<main');
    expect(answer.body).not.toContain('id="seed"');
  });
});

describe.each(['GET', 'HEAD'] as const)(
  'a document that a device has, asked for by %s',
  (method) => {
    it.each(['/welcome', '/v/{}'])('is not sent again: %s', async (page) => {
      const url = page.replace('{}', ulid);
      const { headers } = await get(url);
      const known = { 'if-none-match': String(headers['etag']) };
      const { statusCode, body } = await web.inject({ method, url, headers: known });
      expect([statusCode, body]).toEqual([304, '']);
    });
  },
);

describe('other addresses', () => {
  it.each(['/welcome', '/login', '/help'])(
    '%s is the document that was prerendered for it',
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-security-policy']).toBeDefined();
      expect(answer.body).toContain(`data-path="${path}"`);
    },
  );

  it.each([
    ['/', '', '/welcome'],
    ['/?ref=AB12', 'theme=dark', '/welcome'],
    ['/', 'signed_in=1', '/'],
    ['/', 'theme=dark; signed_in=1', '/'],
    ['/', 'signed_in=', '/welcome'],
    ['/wallet', '', '/login'],
    ['/transactions/7?x=1', '', '/login'],
    ['/Wallet/', '', '/login'],
    ['/wallet', 'signed_in=1', '/#shell'],
    ['/login?next=%2Fwallet', '', '/login'],
    ['/login?next=%2Fwallet', 'signed_in=1', '/#shell'],
    ['/signup', 'signed_in=1', '/#shell'],
  ])('%s with the cookie "%s" is the document of %s', async (url, cookie, rendered) => {
    const answer = await get(url, { cookie, 'accept-encoding': 'identity' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`data-path="${rendered}"`);
    expect(answer.headers['vary']).toBe('Cookie, accept-encoding');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('an unknown one below a guarded one is not found for a visitor, too', async () => {
    expect((await get('/wallet/no/such/page')).statusCode).toBe(404);
  });

  it('what a user and a visitor see alike does not depend on the cookie', async () => {
    expect((await get('/welcome')).headers['vary']).toBe('accept-encoding');
  });

  it('a page of the app without a document of its own is the shell', async () => {
    expect((await get('/trust')).statusCode).toBe(200);
    expect((await get('/trust')).body).toContain('data-path="/#shell"');
  });

  it('what is shared without a service worker leads to its page, and is not read', async () => {
    const form = new FormData();
    form.set('picture', new Blob([new Uint8Array(3_000_000)], { type: 'image/jpeg' }), 'a.jpg');
    const { headers, body } = new Response(form);
    const { statusCode, headers: sent } = await web.inject({
      method: 'POST',
      url: '/share',
      headers: { ...Object.fromEntries(headers), origin: 'null', 'sec-fetch-site': 'none' },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
    });
    expect([statusCode, sent['location']]).toEqual([303, '/share']);
  });

  it('an unknown one says so each time, whatever a browser has of it', async () => {
    const first = await get('/no/such/page');
    expect(first.statusCode).toBe(404);
    expect(first.headers['etag']).toBeUndefined();
    const again = await get('/no/such/page', { 'if-none-match': '"x"' });
    expect(again.statusCode).toBe(404);
    expect(again.body).toContain('<main');
  });

  it.each(['/.vite/voucher-template.html', '/documents.json', '/x.php'])(
    '%s is no file of the app',
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
    },
  );

  it('the service worker is the same for who saves data', async () => {
    const answer = await get('/sw.js', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['vary']).toMatch(/^accept-encoding$/i);
  });

  it('code is sent compressed and for ever, and nothing guesses its type', async () => {
    const { body } = await get('/welcome');
    const script = /"(\/assets\/core-[^"]+\.js)"/.exec(body)?.[1] ?? '';
    const answer = await get(script, { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    // What never changes has nothing to ask about.
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers).not.toHaveProperty('last-modified');
    expect((await get('/manifest.webmanifest')).headers).toHaveProperty('etag');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-type']).toContain('javascript');
    expect((await get(script)).headers['content-encoding']).toBeUndefined();
  });

  it('code is sent as its difference from the release before to who has that', async () => {
    const file = readdirSync(ASSETS).find((name) => name.endsWith(DELTA_ENDING)) ?? '';
    const path = `/assets/${file.slice(0, -DELTA_ENDING.length)}`;
    const { dictionary, body } = readDelta(fileURLToPath(new URL(file, ASSETS)));
    const have = { 'accept-encoding': 'br, dcz', 'available-dictionary': dictionary };
    const delta = await get(path, have);
    expect(delta.headers['content-encoding']).toBe('dcz');
    expect(delta.rawPayload).toEqual(body);
    expect(delta.headers['content-type']).toMatch(/^text\/(?:javascript|css)/);
    // Not every shared cache reads `Vary`.
    expect(delta.headers['cache-control']).toBe('private, max-age=31536000');

    for (const headers of [
      { 'accept-encoding': 'br, dcz' },
      { ...have, 'available-dictionary': ':AAAA:' },
      { ...have, 'accept-encoding': 'br' },
    ]) {
      const whole = await get(path, headers);
      expect(whole.headers['content-encoding']).toBe('br');
      expect(whole.headers['vary']).toMatch(/available-dictionary/i);
      expect(whole.headers['use-as-dictionary']).toBe(`match="${dictionaryMatch(path)}"`);
    }
    expect((await get(`/assets/${file}`)).statusCode).toBe(404);
  });

  it('code without a hash is kept by one device alone, as a dictionary', async () => {
    const sheet = '/assets/style.css';
    expect((await get(sheet)).headers['cache-control']).toBe('no-cache');
    const kept = await get(`${sheet}?dictionary`);
    expect(kept.headers['cache-control']).toBe('private, max-age=31536000');
    expect(kept.headers['use-as-dictionary']).toBe(`match="${sheet}"`);
    const page = await get('/welcome.html?dictionary');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers).not.toHaveProperty('use-as-dictionary');
  });

  it.each(['/assets/entry-client.js', '/assets/style.css'])(
    '%s, whose name stays, is asked about each time',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
      expect(headers).toHaveProperty('etag');
    },
  );
});
