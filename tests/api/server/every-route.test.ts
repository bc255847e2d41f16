import { afterAll, describe, expect, it } from 'vitest';

import { isErrorCode } from '../../../contract/errors.ts';
import { createSession, SESSION_MS } from '../../../server/accounts/sessions.ts';
import { goodBodies, setStage } from '../../fixtures/api/good-bodies.ts';
import { expectRefusal } from '../../fixtures/api/refusal.ts';
import { addressOf, startWithRoutes, type Route } from '../../fixtures/api/route-list.ts';
import { digestTables } from '../../fixtures/api/table-digest.ts';

// Started here and not in a hook: the routes it registers decide which tests there are.
const { test, routes } = await startWithRoutes();
const stage = await setStage(test);
const bodies = goodBodies(stage);
afterAll(() => test.close());

/** The pages of the documentation are a library's: they have no access to state and no schema. */
const own = routes.filter(({ url }) => !url.startsWith('/api/docs'));
const api = own.filter(({ url }) => url.startsWith('/api/') && url !== '/api/openapi.json');
const signedIn = api.filter(({ access }) => access === 'user' || access === 'verified');
/** Something of Ada's that the route is there for. */
function subjectOf({ url }: Route): string {
  if (url.includes('/transactions/')) return stage.transaction;
  if (url.includes('/cases/')) return stage.caseNumber;
  return url.endsWith('/allowed-users') ? stage.privateOne.ulid : stage.active.ulid;
}
/** Where the address alone asks for nothing. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /api/v1/recipients': `?username=${stage.kofi.username}`,
};
const pathOf = (route: Route): string =>
  `${addressOf(route, subjectOf(route))}${QUERIES[route.name] ?? ''}`;

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: unknown;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: { additionalProperties?: unknown } }>>;
  };
  readonly responses: Readonly<Record<string, { content?: object }>>;
}
const { paths, servers } = (await test.app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Operation>>;
  servers: readonly { url: string }[];
}>();
const operationOf = ({ method, url }: Route): Operation | undefined =>
  paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('every route', () => {
  it('is known to this test', () => {
    expect(api.length).toBeGreaterThan(30);
    expect(signedIn.length).toBeGreaterThan(10);
  });

  it.each(own)('$name states who may call it', ({ access }) => {
    expect(['public', 'optional', 'user', 'verified', 'staff']).toContain(access);
  });

  it.each(api)('$name is described', (route) => {
    const operation = operationOf(route);
    expect(operation?.summary).toBeTruthy();
    expect(operation?.tags).toHaveLength(1);
    const bearer = { bearer: [] };
    const mayBeVisitors = {
      public: [],
      optional: [{}, bearer],
      user: [bearer],
      verified: [bearer],
      staff: [],
    };
    expect(operation?.security).toEqual(mayBeVisitors[route.access ?? 'public']);
    const answers = Object.entries(operation?.responses ?? {});
    expect(answers.map(([status]) => status)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^20[01]$/), '4XX']),
    );
    for (const [status, { content }] of answers) expect(content, status).toBeDefined();
  });

  it('has an id of its own, at a server that is named', () => {
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => !/^(get|post|put|patch|delete)[A-Z]\w+$/.test(id ?? ''))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(servers).toEqual([{ url: 'http://localhost:8080' }]);
  });

  it.each(api.filter(({ query }) => query))('$name refuses unknown parameters', (route) => {
    expect(route.query).toMatchObject({ additionalProperties: false });
    const described = operationOf(route)?.parameters?.filter((one) => one.in === 'query');
    expect(described?.map(({ name }) => name)).toEqual(Object.keys(route.query?.properties ?? {}));
  });

  it.each(api.filter(({ method }) => method !== 'GET'))('$name describes its body', (route) => {
    const content = operationOf(route)?.requestBody?.content;
    // Ending a session, or push on its device, a challenge, going to Google, asking for a mail, taking a voucher back
    // and following one need no body, and what gateways and mail programs post is up to them.
    const isBare =
      /\/(logout|challenge|google\/proof|auth\/passkey\/options|forgotten|unfreeze\/mail|cancel|follow|mute|unsubscribe|sessions\/:id)$|\/webhooks\//.test(
        route.url,
      ) || route.name === 'DELETE /api/v1/fcm/token';
    if (isBare) return expect(content).toBeUndefined();
    const type = route.hasForm ? 'multipart/form-data' : 'application/json';
    expect(content?.[type]?.schema).toMatchObject({ additionalProperties: false });
  });
});

describe('every answer', () => {
  const reads = own.filter(({ method }) => method === 'GET');
  /** The same for every caller, so that caches may store them. */
  const SHARED = [
    '/regions',
    '/exchange-rates',
    '/vouchers/featured',
    '/trust',
    '/prizes',
    '/receipt-keys',
  ].map((path) => `/api/v1${path}`);

  it.each(reads)('$name has an id and says how long it may be kept', async (route) => {
    const { token } = stage.ada;
    const reply = await test.call('GET', pathOf(route), { token });
    expect(reply.status, reply.text).toBeLessThan(500);
    expect(reply.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    if (!SHARED.includes(route.url)) {
      expect(reply.headers['cache-control']).toBe('no-store');
      return;
    }
    expect(reply.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const headers = { 'if-none-match': String(reply.headers['etag']) };
    const again = await test.call('GET', pathOf(route), { headers });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers['x-request-id']).not.toBe(reply.headers['x-request-id']);
  });

  it.each(api.filter(({ method }) => method === 'GET'))(
    '$name says to a HEAD what it says to a GET, also once it is known',
    async (route) => {
      const { token } = stage.ada;
      const ask = async (method: 'GET' | 'HEAD', tag?: string) => {
        const headers = tag === undefined ? {} : { 'if-none-match': tag };
        const { status, headers: said } = await test.call(method, pathOf(route), {
          token,
          headers,
        });
        return { status, etag: said['etag'] };
      };
      const got = await ask('GET');
      expect(await ask('HEAD')).toEqual(got);
      if (typeof got.etag !== 'string') return;
      expect(await ask('GET', got.etag)).toEqual({ ...got, status: 304 });
      expect(await ask('HEAD', got.etag)).toEqual({ ...got, status: 304 });
    },
  );

  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/nothing'],
    ['GET', '/api/v1/vouchers/1/nothing'],
    ['GET', '/api/v2/vouchers'],
    ['GET', '/api/v1/Vouchers'],
    ['GET', '/api/v1/%zz'],
    ['GET', `/api/v1/vouchers/${'x'.repeat(2_000)}`],
    ['GET', '/nothing'],
    ['DELETE', '/api/v1/vouchers'],
    ['PUT', '/api/v1/vouchers/1'],
    ['PATCH', '/api/login'],
    ['POST', '/api/v1/regions'],
    ['OPTIONS', '/api/v1/vouchers'],
    ['TRACE', '/api/v1/vouchers'],
  ] as const)('to %s %s is a failure of the catalogue', async (method, url) => {
    const reply = await test.app.inject({ method: method as 'GET', url });
    const { code, success } = reply.json<{ code: string; success: boolean }>();
    expect([400, 404, 405]).toContain(reply.statusCode);
    expect({ success, isKnown: isErrorCode(code) }).toEqual({ success: false, isKnown: true });
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    expect(reply.body).not.toContain(url);
  });
});

/** A bearer token that is no session any more, or never was. */
async function deadTokens(): Promise<Record<string, string | undefined>> {
  const session = {
    userId: stage.ada.userId,
    remember: false,
    userAgent: 'test',
    now: new Date(test.clock.now()),
  };
  const [expired, revoked] = [
    await createSession(test.deps.db, session),
    await createSession(test.deps.db, { ...session, remember: true }),
  ];
  await test.call('POST', '/logout', { token: revoked });
  test.clock.advance(SESSION_MS);
  return { none: undefined, garbage: 'x'.repeat(43), short: 'x', expired, revoked };
}
const dead = await deadTokens();

/** What moves money, or asks a payer for it. A voucher that is created is paid for later, and one is won once. */
const MOVES_MONEY = [
  '/airtime/purchase',
  '/bills/pay',
  '/premium/subscribe',
  '/vouchers/:id/cancel',
  '/vouchers/payment/initialize',
  '/vouchers/payment/wallet',
  '/vouchers/redeem',
  '/vouchers/send',
  '/vouchers/split',
  '/wallet/exchange',
  '/wallet/topup/initialize',
  '/wallet/withdraw',
].map((path) => `POST /api/v1${path}`);

describe('a route that moves money', () => {
  const keyOf = (route: Route) =>
    operationOf(route)?.parameters?.find(({ name }) => name === 'idempotency-key');

  it('says in the documentation that it takes a key, and no other does', () => {
    const needing = api.filter((route) => keyOf(route)?.required).map(({ name }) => name);
    expect(needing.toSorted()).toEqual(MOVES_MONEY);
  });

  it.each(MOVES_MONEY)('%s does nothing without a key, and is done with one', async (name) => {
    const route = api.find((one) => one.name === name);
    if (!route) throw new Error(`there is no ${name}`);
    const { token } = stage.ada;
    const call = { token, body: bodies[name] };
    const before = await digestTables(test);
    const reply = await test.call('POST', pathOf(route), { ...call, isWithoutKey: true });
    expect([reply.status, reply.body['code']]).toEqual([400, 'idempotency_key_missing']);
    expect(await digestTables(test)).toEqual(before);
    const keyed = await test.call('POST', pathOf(route), call);
    expect(keyed.body['code']).not.toBe('idempotency_key_missing');
  });
});

describe('a route for signed-in people', () => {
  it.each(signedIn)('$name turns every other caller away', async (route) => {
    const before = await digestTables(test);
    for (const [what, token] of Object.entries(dead)) {
      const reply = await test.call(route.method, pathOf(route), {
        token,
        body: bodies[route.name],
      });
      expectRefusal(reply, what);
      expect({ status: reply.status, code: reply.body['code'] }, what).toEqual({
        status: 401,
        code: 'unauthenticated',
      });
    }
    expect(await digestTables(test)).toEqual(before);
  });

  it('lets the same people in with a session', async () => {
    for (const route of signedIn.filter(({ method }) => method === 'GET')) {
      const { status } = await test.call('GET', pathOf(route), { token: stage.ada.token });
      expect(status, route.name).toBe(200);
    }
  });

  it.each(signedIn.filter(({ access }) => access === 'verified'))(
    '$name turns away who has not proved an address',
    async (route) => {
      const before = await digestTables(test);
      const { token } = stage.uche;
      const reply = await test.call(route.method, pathOf(route), {
        token,
        body: bodies[route.name],
      });
      expectRefusal(reply, route.name);
      expect(reply.body).toMatchObject({ code: 'email_unverified' });
      expect(await digestTables(test)).toEqual(before);
    },
  );
});
