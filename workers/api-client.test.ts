import { describe, expect, it } from 'vitest';
import { ERRORS } from '../contract/errors.ts';
import { KEYS } from '../contract/storage-keys.ts';
import { json, portal, type Handler } from '../local/testing/fake-environment.ts';
import { sampleUser } from '../local/testing/samples.ts';
import type { PageNews } from './deps.ts';
import { workerFixture, signedInFixture, gate, lost, tooSlow } from './testing/worker-fixture.ts';

const OWN = { path: '/vouchers/featured' } as const;
const ASK = { ...OWN, auth: 'optional' } as const;

const cutOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.error(new TypeError('connection reset')),
    }),
  );

describe('the API client', () => {
  it('sends path, query and token, and hands over the answer', async () => {
    const { context, server } = await signedInFixture(() =>
      json(200, { success: true, data: [1] }),
    );
    const result = await context.api.call({ ...ASK, query: 'page=2', idempotencyKey: 'key-1' });
    expect(result).toEqual({ ok: true, value: { success: true, data: [1] } });
    const [request] = server.requests;
    expect(request?.path).toBe('/api/v1/vouchers/featured?page=2');
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer token',
      'idempotency-key': 'key-1',
    });
  });

  it.each([
    ['a command', { method: 'POST', path: '/vouchers/submit' }],
    ['who came by a shared link', { ...ASK, query: 'referral_code=ADA123' }],
    ['a visitor', { path: '/auth/google/callback', auth: 'none' }],
  ] as const)('names the device of %s, and not for what is only read', async (_, request) => {
    const { context, keys, server } = await signedInFixture(() => json(200));
    await keys.writeDeviceToken(await keys.deviceId(), 'proof');
    await context.api.call(request);
    await context.api.call({ path: '/transactions' });
    expect(
      server.requests.map(({ headers }) => [
        headers.get('x-device-id'),
        headers.get('x-device-token'),
      ]),
    ).toEqual([
      ['device-1', 'proof'],
      [null, null],
    ]);
  });

  it('takes a path below /api literally and sends a body as JSON', async () => {
    const { context, server } = workerFixture(() => json(200));
    await context.api.call({
      method: 'POST',
      path: '/api/login',
      auth: 'none',
      body: { email: 'a' },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/api/login', body: { email: 'a' } });
    expect(request?.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    [400, 'malformed'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media'],
    [422, 'validation_failed'],
    [429, 'too_many_requests'],
    [500, 'internal'],
    [503, 'unavailable'],
  ] as const)('names a bare %i %s, with the text of the catalogue', async (status, code) => {
    const { context } = workerFixture(() => json(status));
    const result = await context.api.call(ASK);
    expect(result).toEqual({ ok: false, error: { code, status, message: ERRORS[code].message } });
  });

  it("lets the server's code, message, fields and details through", async () => {
    const { context } = workerFixture(() =>
      json(429, {
        success: false,
        code: 'wait',
        message: 'Please wait 12 seconds before trying again!',
        seconds_remaining: 12,
        request_id: 'r',
        errors: { code: ['wrong length'] },
      }),
    );
    expect(await context.api.call(ASK)).toEqual({
      ok: false,
      error: {
        code: 'wait',
        status: 429,
        message: 'Please wait 12 seconds before trying again!',
        fields: { code: ['wrong length'] },
        details: { seconds_remaining: 12 },
      },
    });
  });

  it("says the caller's fallback when the server gives no reason", async () => {
    const { context } = workerFixture(() => json(400, { success: false, code: 'brand_new' }));
    const result = await context.api.call({ ...ASK, fallback: 'login_failed' });
    expect(result).toMatchObject({ error: { code: 'malformed', message: 'Login failed' } });
  });

  it.each([
    ['a timeout', tooSlow, 'timeout'],
    ['a lost connection', lost, 'network'],
    ['a connection lost while reading', cutOff, 'network'],
    ['a login portal that answers 200', () => portal(200), 'network'],
    ['a login portal that answers 401', () => portal(401), 'network'],
    ['a proxy that answers 502', () => portal(502), 'internal'],
  ] satisfies [string, Handler, string][])('calls %s %#', async (_, handler, code) => {
    const { context, keys } = await signedInFixture(handler);
    expect(await context.api.call(ASK)).toMatchObject({ ok: false, error: { code } });
    expect(await keys.readToken()).toBe('token');
  });

  it.each([
    ['a portal', () => portal(200), [{ news: 'strange' }]],
    ['a balancer that finds no server', () => portal(503), [{ news: 'strange' }]],
    ['our server, which is too busy', () => json(503), []],
  ] satisfies [string, Handler, PageNews[]][])(
    'tells the page of an answer that is not our server’s: %s %#',
    async (_, handler, told) => {
      const { context, news } = workerFixture(handler);
      await context.api.call(ASK);
      expect(news).toEqual(told);
    },
  );

  it('says offline when the device is', async () => {
    const { context, setOnline } = workerFixture(lost);
    setOnline(false);
    expect(await context.api.call(ASK)).toMatchObject({ error: { code: 'offline' } });
  });

  it('sends nothing when a token is needed and there is none', async () => {
    const { context, server } = workerFixture(() => json(200));
    const result = await context.api.call({ ...OWN, withoutToken: 'vouchers_need_login' });
    expect(result).toMatchObject({ error: { code: 'vouchers_need_login' } });
    expect(server.requests).toHaveLength(0);
  });
});

describe('an expired session', () => {
  const expired: Handler = ({ headers }) =>
    headers.has('authorization')
      ? json(401, { success: false, code: 'vouchers_unauthenticated', message: 'Too long ago' })
      : json(200, { success: true, data: [] });

  it('signs the device out and says so', async () => {
    const { context, db, keys } = await signedInFixture(expired);
    expect(await context.api.call(OWN)).toMatchObject({
      error: { code: 'unauthenticated', message: 'Too long ago', status: 401 },
    });
    expect(await keys.readToken()).toBeUndefined();
    expect(await db.user.count()).toBe(0);
  });

  it('ends once though several requests hear of it: what is unanswered stays its user’s', async () => {
    const { context, db, keys, server } = await signedInFixture(expired);
    await db.outbox.add({ kind: 'view', voucherUlid: 'v', createdAt: 1 });
    await db.pendingCommands.put({ command: 'c', bodyHash: 'b', key: 'k', createdAt: 1 });
    keys.values.set(KEYS.giveawayDraft, 'draft');
    const { held, release: letAnswer } = gate();
    server.answerBy(async (request) => {
      if (request.path.endsWith('/second')) await held;
      return expired(request);
    });
    const { clearAllButDraftOf: clear } = keys;
    keys.clearAllButDraftOf = async (userId) => {
      // The other answer comes when the tables are cleared and the token is not.
      letAnswer();
      for (let reads = 0; reads < 30; reads += 1) await db.user.count();
      await clear(userId);
    };
    const second = context.api.call({ path: '/second' });
    await context.api.call(OWN);
    expect(await second).toMatchObject({ error: { code: 'unauthenticated' } });
    const userId = sampleUser().id;
    expect(await db.outbox.toArray()).toMatchObject([{ userId }]);
    expect(await db.pendingCommands.toArray()).toMatchObject([{ key: 'k', userId }]);
    expect(keys.values.get(KEYS.giveawayDraft)).toBe('draft');
  });

  it('keeps the keys of unanswered commands also where nothing says whose they are', async () => {
    const { context, db } = await signedInFixture(expired);
    await db.user.clear();
    await db.pendingCommands.put({ command: 'c', bodyHash: 'b', key: 'k', createdAt: 1 });
    await context.api.call(OWN);
    expect((await db.pendingCommands.toArray()).map(({ key }) => key)).toEqual(['k']);
  });

  it('keeps the draft of a giveaway for the same person alone', async () => {
    const { id: adaId } = sampleUser();
    const { api, context, keys, signIn, server } = workerFixture(expired);
    const logIn = async (userId: number): Promise<void> => {
      const user = sampleUser({ id: userId });
      server.answerBy(() => json(200, { success: true, user, token: 'again' }));
      await api.login({ email: 'somebody', password: 'right' });
      server.answerBy(expired);
    };
    await signIn();
    keys.values.set(KEYS.giveawayDraft, 'draft');
    await context.api.call(OWN);
    await logIn(adaId);
    expect(keys.values.get(KEYS.giveawayDraft)).toBe('draft');
    await context.api.call(OWN);
    await logIn(adaId + 1);
    expect(keys.values.has(KEYS.giveawayDraft)).toBe(false);
  });

  it('asks again as a visitor where visitors may ask', async () => {
    const { context, db, news, server } = await signedInFixture(expired);
    expect(await context.api.call(ASK)).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(2);
    expect(await db.user.count()).toBe(0);
    expect(news).toEqual([{ news: 'expired' }]);
  });

  it('leaves alone who has signed in while the call was under way', async () => {
    const { context, db, keys, news, signIn, server } = workerFixture(expired);
    await signIn('old');
    server.answerBy(async () => {
      await signIn('new');
      return json(401);
    });
    await context.api.call(OWN);
    expect(await keys.readToken()).toBe('new');
    expect(await db.user.count()).toBe(1);
    expect(news).toEqual([]);
  });

  it('is not what a refused password is', async () => {
    const { api, keys } = await signedInFixture(() =>
      json(401, { success: false, code: 'invalid_credentials' }),
    );
    const result = await api.login({ email: 'ada', password: 'wrong' });
    expect(result).toMatchObject({ error: { code: 'invalid_credentials' } });
    expect(await keys.readToken()).toBe('token');
  });
});
