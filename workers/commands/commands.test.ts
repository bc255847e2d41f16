import { describe, expect, it, vi } from 'vitest';
import { CACHES } from '../../contract/storage-keys.ts';
import { readCheckout } from '../../local/queries/money.ts';
import { SINGLE } from '../../local/rows.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { ULID_A, sampleCreated, sampleUser, sampleVoucher } from '../../local/testing/samples.ts';
import {
  lost,
  NOW,
  refuses,
  says,
  showsVoucher,
  signedInFixture,
  workerFixture,
} from '../testing/worker-fixture.ts';

const signedIn = (token: string, username = 'ada'): Response =>
  json(200, { success: true, token, message: 'Welcome', user: sampleUser({ username }) });

describe('signing in', () => {
  it('keeps token and user, and asks anew what was fetched for a visitor', async () => {
    const { api, db, keys, server } = workerFixture(() => signedIn('t1'));
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW, detailFetchedAt: NOW });
    const result = await api.login({ email: 'ada', password: 'goodies-demo', remember: true });
    expect(result).toMatchObject({ ok: true, value: { user: { username: 'ada' } } });
    expect(server.requests[0]).toMatchObject({
      path: '/api/login',
      body: { email: 'ada', password: 'goodies-demo', remember: true },
    });
    expect(await keys.readToken()).toBe('t1');
    expect((await db.user.get(SINGLE))?.user.username).toBe('ada');
    expect((await db.vouchers.get(ULID_A))?.detailFetchedAt).toBeUndefined();
  });

  it.each([
    ['forget the last person', 1, [{ news: 'expired' }]],
    ['go on with the same person', 0, []],
  ])('clears what was not signed out of, and has the page %s', async (_, further, told) => {
    const user = sampleUser({ id: sampleUser().id + further });
    const { api, db, news } = await signedInFixture(() =>
      json(200, { success: true, token: 't2', user }),
    );
    await db.wallets.put({ currency: 'NGN', amount: 5, fetchedAt: NOW });
    await api.login({ email: 'kofi', password: 'goodies-demo' });
    expect((await db.user.get(SINGLE))?.user).toEqual(user);
    expect(news).toEqual(told);
    expect(await db.wallets.count()).toBe(0);
  });

  it('takes the pending referral code along, once', async () => {
    const { api, keys, server } = workerFixture(() => signedIn('t1'));
    await keys.write('pendingReferral', 'KOFI12');
    const input = { username: 'ada', email: 'ada@goodies.test', password: 'goodies-demo' };
    const result = await api.register(input);
    expect(result).toMatchObject({ ok: true, value: { message: 'Welcome' } });
    expect(server.requests[0]?.body).toEqual({ ...input, referral_code: 'KOFI12' });
    expect(await keys.read('pendingReferral')).toBeUndefined();
  });

  it('makes room on a full phone: the account is made, and its name would be taken the next time', async () => {
    const { api, caches, db, keys } = workerFixture(() => signedIn('t1'));
    const clear = vi.spyOn(caches, 'delete');
    db.user.hook('creating', () => {
      if (clear.mock.calls.length === 0) throw new DOMException('full', 'QuotaExceededError');
    });
    const input = { username: 'ada', email: 'ada@goodies.test', password: 'goodies-demo' };
    expect(await api.register(input)).toMatchObject({ ok: true });
    expect(await keys.readToken()).toBe('t1');
    expect(await db.user.count()).toBe(1);
  });
});

describe('a sign-up that has arrived, and its answer has not', () => {
  const input = { username: 'kofi', email: 'kofi@goodies.test', password: 'goodies-demo' };
  const taken = refuses(409, 'username_taken', 'This username is taken');

  it('signs in when it is sent again', async () => {
    const { api, keys, server } = workerFixture(lost);
    expect(await api.register(input)).toMatchObject({ error: { code: 'network' } });
    server.answerBy(({ path }) => (path === '/api/login' ? signedIn('t1') : taken()));
    expect(await api.register(input)).toMatchObject({ ok: true });
    expect(await keys.readToken()).toBe('t1');
    expect(server.requests.at(-1)?.body).toEqual({ username: 'kofi', password: 'goodies-demo' });
  });

  it.each([502, 503, 504])('may have arrived behind a %i, too', async (status) => {
    const { api, server } = workerFixture(() => new Response('bad gateway', { status }));
    await api.register(input);
    server.answerBy(({ path }) => (path === '/api/login' ? signedIn('t1') : taken()));
    expect(await api.register(input)).toMatchObject({ ok: true });
  });

  it('names no name as taken while it is not known whose it is', async () => {
    const { api, server } = workerFixture(lost);
    await api.register(input);
    server.answerBy(({ path }) => (path === '/api/login' ? lost() : taken()));
    expect(await api.register(input)).toMatchObject({ error: { code: 'network' } });
    server.answerBy(({ path }) => (path === '/api/login' ? signedIn('t1') : taken()));
    expect(await api.register(input)).toMatchObject({ ok: true });
  });

  it('signs in also when its page was closed before an answer, and is done with then', async () => {
    const { api, keys, server } = workerFixture(() => new Promise(() => undefined));
    void api.register(input);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const later = workerFixture(({ path }) => (path === '/api/login' ? signedIn('t1') : taken()));
    await later.keys.write('pendingSignUp', (await keys.read('pendingSignUp')) ?? '');
    expect(await later.api.register(input)).toMatchObject({ ok: true });
    expect(await later.keys.read('pendingSignUp')).toBeUndefined();
  });

  it('is none once an answer says that the name is another user’s', async () => {
    const { api, server } = workerFixture(taken);
    await api.register(input);
    await api.register(input);
    expect(server.requests.map(({ path }) => path)).not.toContain('/api/login');
  });

  it('is none where another name was sent, or where it is another user’s', async () => {
    const { api, server } = workerFixture(lost);
    await api.register(input);
    server.answerBy(taken);
    expect(await api.register({ ...input, username: 'ama' })).toMatchObject({
      error: { code: 'username_taken' },
    });
    expect(server.requests.at(-1)?.path).not.toBe('/api/login');
    expect(await api.register(input)).toMatchObject({ error: { code: 'username_taken' } });
  });
});

describe('signing out', () => {
  it('clears the device before it tells the server, with the old token; it keeps its id', async () => {
    const { api, caches, db, keys, server } = await signedInFixture(() => json(200));
    await caches.open(CACHES.documents);
    let usersThen: number | undefined;
    server.answerBy(async () => {
      usersThen = await db.user.count();
      return json(200);
    });
    const left = await api.logout();
    expect(server.requests).toHaveLength(0);
    const identity = { token: 'token', deviceId: 'device-1' };
    expect(left).toEqual({ ok: true, value: identity });
    expect(await api.endSession(identity)).toMatchObject({ ok: true });
    expect(usersThen).toBe(0);
    const headers = server.requests[0]?.headers;
    expect(headers?.get('authorization')).toBe('Bearer token');
    expect(headers?.get('x-device-id')).toBe('device-1');
    expect([...keys.values.values()]).toEqual(['device-1']);
    expect(caches.contents.size).toBe(0);
  });

  it('works offline', async () => {
    const { api, db, server, setOnline } = await signedInFixture(() => json(200));
    setOnline(false);
    expect(await api.logout()).toMatchObject({ ok: true });
    expect(await api.endSession({ token: 'token', deviceId: 'device-1' })).toMatchObject({
      ok: true,
    });
    expect(server.requests).toHaveLength(0);
    expect(await db.user.count()).toBe(0);
  });
});

describe('e-mail', () => {
  it('verified: the user is shown as such at once', async () => {
    const { api, db } = await signedInFixture(({ path }) =>
      path.startsWith('/api/v1/user')
        ? json(200, { success: true, data: sampleUser({ points: 999 }) })
        : json(200, { success: true, message: 'ok', subscription: null }),
    );
    expect(await api.verifyEmail('token')).toMatchObject({ ok: true });
    expect((await db.user.get(SINGLE))?.user.points).toBe(999);
  });

  it('is proved, and its mail asked for again, as the signed-in user', async () => {
    const { api, server } = await signedInFixture(
      refuses(403, 'verification_needs_login', 'Log in'),
    );
    expect(await api.verifyEmail('token')).toMatchObject({
      error: { code: 'verification_needs_login', message: 'Log in' },
    });
    await api.resendVerification('ada@goodies.test');
    expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token',
      'Bearer token',
    ]);
  });

  it.each([true, false])(
    'of a link that is used up is a failure unless it is verified by now: %s',
    async (isVerified) => {
      const { api } = await signedInFixture(({ path }) =>
        path.startsWith('/api/v1/verify-email')
          ? json(422, { success: false, code: 'verification_failed', message: 'No' })
          : json(200, { success: true, data: sampleUser({ email_verified: isVerified }) }),
      );
      expect(await api.verifyEmail('token')).toMatchObject({ ok: isVerified });
    },
  );

  it('verified by a code whose answer was lost: typing it again is no failure', async () => {
    const bodies: unknown[] = [];
    const { api } = await signedInFixture(({ path, body }) => {
      if (!path.startsWith('/api/v1/verify-email'))
        return json(200, { success: true, data: sampleUser({ email_verified: true }) });
      bodies.push(body);
      return json(422, { success: false, code: 'verification_code_over', message: 'No' });
    });
    expect(await api.verifyCode('482113')).toMatchObject({ ok: true });
    expect(bodies).toEqual([{ code: '482113' }]);
  });

  it('without a token says so and sends nothing', async () => {
    const { api, server } = workerFixture(() => json(200));
    expect(await api.verifyEmail('')).toMatchObject({
      error: { message: 'No verification token provided' },
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('money', () => {
  it('paying a voucher writes balance and status', async () => {
    const { api, db } = await signedInFixture(
      says({ voucher_id: ULID_A, status: 'active', balance: 10.5 }),
    );
    await db.vouchers.put({ ...sampleVoucher({ status: 'pending' }), fetchedAt: NOW });
    await api.payVoucherFromWallet({ voucher_id: '7', amount: 5_000, currency: 'NGN' });
    expect((await db.wallets.get('NGN'))?.amount).toBe(10.5);
    expect((await db.vouchers.get(ULID_A))?.status).toBe('active');
  });

  it('a settled top-up has brought the new balance', async () => {
    const { api, db } = await signedInFixture(({ path }) =>
      path.endsWith('/verify')
        ? says({ amount: 50, currency: 'NGN', status: 'settled', reason: null })()
        : says({ wallets: { NGN: { amount: 77 }, XXX: { amount: 1 } } })(),
    );
    await api.verifyTopup({ reference: 'r', processor: 'paystack' });
    expect(await db.wallets.toArray()).toEqual([{ currency: 'NGN', amount: 77, fetchedAt: NOW }]);
  });

  it('a payment is kept as it was begun, for another try when it is declined', async () => {
    const started = { success: true, authorization_url: 'https://pay.test/1', reference: 'GDT-1' };
    const { api, db, server } = await signedInFixture(() => json(200, started));
    const phone = '0241234567';
    await api.initializeTopup({
      amount: 50,
      currency: 'GHS',
      processor: 'mobile_money',
      provider: 'mtn',
      config: { phone },
    });
    const kept = { reference: 'GDT-1', amount: 50, processor: 'mobile_money', provider: 'mtn' };
    expect(await readCheckout(db, 'GDT-1')).toEqual({ ...kept, phone, createdAt: NOW });
    server.answerBy(() => json(200, { ...started, reference: 'GDT-2' }));
    await api.initializeVoucherPayment({ voucher_id: ULID_A, amount: 9, processor: 'paystack' });
    expect(await readCheckout(db, 'GDT-2')).toMatchObject({ processor: 'paystack', phone: '' });
    server.answerBy(() => json(502));
    await api.initializeTopup({ amount: 1, currency: 'GHS', processor: 'paystack' });
    expect(await db.checkouts.count()).toBe(2);
  });

  it('a giveaway goes as a form with its cover', async () => {
    const { api, server } = await signedInFixture(() =>
      json(201, {
        success: true,
        message: '',
        data: { id: 1, ulid: ULID_A, status: 'pending', amount_due: 1_100, currency: 'NGN' },
      }),
    );
    const fields = {
      purpose: 'giveaway',
      amount: 1_000,
      currency: 'NGN',
      reveal_method: 'views',
      is_private: true,
    } as const;
    const cover = new File(['x'], 'cover.png', { type: 'image/png' });
    expect(await api.createGiveaway(fields, { file: cover })).toMatchObject({
      value: { amount_due: 1_100 },
    });
    const [request] = server.requests;
    expect(request?.path).toBe('/api/v1/vouchers');
    expect(request?.headers.has('content-type')).toBe(false);
    const form = request?.body as FormData;
    expect(form).toBeInstanceOf(FormData);
    expect([form.get('amount'), form.get('is_private')]).toEqual(['1000', '1']);
    expect((form.get('ad_cover') as File).name).toBe('cover.png');
  });

  it('another cover is in the database when the command returns, without the old preview', async () => {
    const changed = sampleVoucher({ ad_cover: '/covers/new.webp', media_type: 'image' });
    const { api, db, server } = await signedInFixture(() => showsVoucher(changed));
    const before = { ...sampleVoucher({ ad_cover: '/covers/old.webp' }), fetchedAt: 0 };
    await db.vouchers.put({ ...before, preview: 'UklGRg' });
    await db.createdVouchers.put({ ...sampleCreated(), ulid: changed.ulid, fetchedAt: 0 });
    const cover = new File(['x'], 'new.png', { type: 'image/png' });
    expect(await api.updateCover(changed.ulid, { file: cover })).toEqual({
      ok: true,
      value: undefined,
    });
    const [request] = server.requests;
    expect(request?.path).toBe(`/api/v1/vouchers/${changed.ulid}/update-cover`);
    const form = request?.body as FormData;
    expect([...form.keys()]).toEqual(['ad_cover']);
    const mirrored = await db.vouchers.get(changed.ulid);
    expect(mirrored).toMatchObject({ ad_cover: '/covers/new.webp', media_type: 'image' });
    expect(mirrored).not.toHaveProperty('preview');
    expect(await db.createdVouchers.get(changed.ulid)).toMatchObject({
      ad_cover: '/covers/new.webp',
    });
  });

  it('a cover that the server fails to keep changes nothing and says so', async () => {
    const { api, db } = await signedInFixture(() => json(500, {}));
    const before = { ...sampleVoucher({ ad_cover: '/covers/old.webp' }), fetchedAt: 0 };
    await db.vouchers.put(before);
    const result = await api.updateCover(before.ulid, { file: new File(['x'], 'new.png') });
    expect(result).toMatchObject({ error: { message: 'Failed to update voucher ad cover' } });
    expect(await db.vouchers.get(before.ulid)).toEqual(before);
  });

  it('a key that cannot be stored stops the command before it is sent', async () => {
    const { api, db, server } = await signedInFixture(() => json(200));
    db.pendingCommands.hook('creating', () => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    const result = await api.initializeTopup({ amount: 1, currency: 'NGN', processor: 'paystack' });
    expect(result).toMatchObject({ error: { code: 'storage_full' } });
    expect(server.requests).toHaveLength(0);
  });
});

it('tracking fills the outbox once and sends it where there is no service worker', async () => {
  const { api, db, keys, server, setOnline } = workerFixture(() => json(200));
  expect(await api.trackView(ULID_A)).toEqual({ ok: true, value: true });
  expect(await api.trackView(ULID_A)).toEqual({ ok: true, value: false });
  // Nothing has failed: it waits for the device's proof.
  expect(await api.drainOutbox()).toMatchObject({ ok: true });
  expect(await db.outbox.count()).toBe(1);
  await keys.writeDeviceToken(await keys.deviceId(), 'proof');
  expect(await api.drainOutbox()).toMatchObject({ ok: true });
  expect(await db.outbox.count()).toBe(0);
  await api.trackLinkClick(ULID_A);
  server.answerBy(() => json(500));
  setOnline(false);
  expect(await api.drainOutbox()).toMatchObject({ error: { code: 'network' } });
  expect(await db.outbox.count()).toBe(1);
});
