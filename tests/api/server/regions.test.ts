import { afterEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { refreshRates } from '../../../server/regions/rates.ts';
import { newPerson, signUp } from '../../fixtures/api/accounts.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { startTestApp } from '../../fixtures/api/test-app.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { openTestDatabase } from '../../fixtures/database.ts';

const GHANA = '41.66.200.1';
const KENYA = '105.160.0.1';
const ELSEWHERE = '8.8.8.8';

const api = setUpApp({ env: { TRUST_PROXY: '1' } });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('regions', () => {
  it('are listed by key, for anybody, with a 304 for who has them', async () => {
    const reply = await api.call('GET', '/regions');
    expect(reply.body).toMatchObject({
      success: true,
      data: {
        nigeria: {
          currency: 'NGN',
          default_processor: 'paystack',
          voucher_minimum: 100,
          support_email: 'support@goodies.test',
          operator: { name: null, address: null, social_links: [] },
          push: true,
          google: true,
        },
        ghana: { currency: 'GHS', processors: ['paystack', 'flutterwave', 'mobile_money'] },
        kenya: { currency: 'KES', code: 'KE', phone_code: '+254' },
      },
    });
    expect(reply.headers['cache-control']).toBe('public, max-age=3600');
    const known = `"other", W/${String(reply.headers['etag'])}`;
    const again = await api.call('GET', '/regions', { headers: { 'if-none-match': known } });
    expect(again.status).toBe(304);
    const stale = await api.call('GET', '/regions', { headers: { 'if-none-match': '"other"' } });
    expect(stale.status).toBe(200);
  });

  it('say where nothing can be pushed and nobody signs in with Google', async () => {
    const bare = await startTestApp({ GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:1' });
    try {
      const reply = await bare.call('GET', '/regions');
      expect(reply.body).toMatchObject({ data: { kenya: { push: false, google: false } } });
    } finally {
      await bare.close();
    }
  });

  it('are detected by address, else the default', async () => {
    const ghana = await api.call('GET', '/detect-region', from(GHANA));
    expect(ghana.body).toMatchObject({
      success: true,
      data: { key: 'ghana', detectionSource: 'api', detectedFromIP: GHANA },
      available_regions: ['nigeria', 'ghana', 'kenya'],
    });
    expect(ghana.headers['cache-control']).toBe('no-store');
    for (const address of [ELSEWHERE, '127.0.0.1', '10.0.0.7', '::1', 'not an address']) {
      const reply = await api.call('GET', '/detect-region', from(address));
      expect(reply.body).toMatchObject({
        data: { key: 'nigeria', detectionSource: 'default_fallback' },
      });
    }
  });

  it('do not believe a forwarded address without TRUST_PROXY', async () => {
    const bare = await startTestApp();
    try {
      const reply = await bare.call('GET', '/detect-region', from(GHANA));
      expect(reply.body).toMatchObject({ data: { detectionSource: 'default_fallback' } });
    } finally {
      await bare.close();
    }
  });

  it('follow the choice of a signed-in user, whose sign-up took the address', async () => {
    const visitor = await api.call('GET', '/region', from(KENYA));
    expect(visitor.body).toEqual({
      success: true,
      data: { region: 'kenya', currency: 'KES', currency_symbol: 'KSh', name: 'Kenya' },
    });
    const newcomer = await api.call('POST', '/register', { body: newPerson(), ...from(KENYA) });
    expect(newcomer.body).toMatchObject({ user: { region: 'kenya' } });
    const { token } = await signUp(api);
    const chosen = await api.call('POST', '/user/region', { token, body: { region: 'Ghana' } });
    expect(chosen.body).toMatchObject({ success: true, data: { key: 'ghana' } });
    const now = await api.call('GET', '/region', { token, ...from(KENYA) });
    expect(now.body).toMatchObject({ data: { region: 'ghana' } });
    const user = await api.call('GET', '/api/user', { token });
    expect(user.body).toMatchObject({ region: 'ghana', country_code: 'GH' });
  });

  it('refuse an unknown region by name', async () => {
    const { token } = await signUp(api);
    const wrong = await api.call('POST', '/user/region', { token, body: { region: 'atlantis' } });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({
      code: 'invalid_region',
      message: 'Invalid region: atlantis',
    });
    const user = await api.call('GET', '/api/user', { token });
    expect(user.body).toMatchObject({ region: 'nigeria' });
  });

  it('can be tried out, but not in production', async () => {
    const { token } = await signUp(api);
    const set = { token, body: { region: 'kenya' } };
    expect((await api.call('POST', '/test/set-user-region', set)).status).toBe(200);
    const reply = await api.call('GET', '/test-region', { token });
    expect(reply.body).toMatchObject({ current_region: 'kenya' });
    const production = await startTestApp({
      NODE_ENV: 'production',
      GOODIES_SECRET: 'x'.repeat(40),
      DATABASE_URL: 'postgres://unused.test/unused',
      PUBLIC_ORIGIN: 'https://goodies.test',
      SMTP_URL: 'smtp://unused.test:25',
      MAIL_FROM: 'hello@goodies.example',
    });
    try {
      expect((await production.call('GET', '/test-region')).status).toBe(404);
      expect((await production.call('POST', '/test/set-user-region', set)).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});

describe('exchange rates', () => {
  const live = { NGN: 1500, GHS: 12.5, KES: 130 };
  const refresh = (read = live) => refreshRates(api.deps, async () => read);
  const rates = () => api.call('GET', '/exchange-rates');
  afterEach(async () => {
    await api.deps.db.delete(exchangeRates);
  });

  it('fall back to a fixed table until a service was read', async () => {
    const reply = await rates();
    expect(reply.body).toMatchObject({ success: true, source: 'fallback' });
    expect(reply.body['data']).toMatchObject({
      USD: { NGN: 1520, GHS: 14.29, KES: 128.21, USD: 1 },
      NGN: { USD: 0.00066, NGN: 1 },
      GHS: { USD: 0.07, NGN: 106.4 },
    });
  });

  it('are live when read lately, stored when older, and cached for five minutes', async () => {
    await refresh();
    const fresh = await rates();
    expect(fresh.body).toMatchObject({
      source: 'live',
      updated_at: new Date(api.clock.now()).toISOString(),
      data: { USD: { NGN: 1500 }, GHS: { NGN: 120 }, NGN: { GHS: 0.0083333333 } },
    });
    expect(fresh.headers['cache-control']).toBe('public, max-age=300');
    api.clock.advance(3 * HOUR_MS);
    expect((await rates()).body).toMatchObject({ source: 'stored', data: { USD: { NGN: 1500 } } });
  });

  it('are read at most once an hour', async () => {
    await refresh();
    await refresh({ ...live, NGN: 1501 });
    expect((await rates()).body).toMatchObject({ data: { USD: { NGN: 1500 } } });
    api.clock.advance(HOUR_MS);
    await refresh({ ...live, NGN: 1501 });
    expect((await rates()).body).toMatchObject({ data: { USD: { NGN: 1501 } } });
  });

  it('do not jump by more than a fifth, unless the jump lasts two days', async () => {
    await refresh();
    api.clock.advance(HOUR_MS);
    const jumped = { ...live, NGN: 150 };
    await expect(refresh(jumped)).rejects.toThrow('NGN jumped from 1500 to 150');
    expect((await rates()).body).toMatchObject({ data: { USD: { NGN: 1500 } } });
    api.clock.advance(47 * HOUR_MS);
    await refresh(jumped);
    expect((await rates()).body).toMatchObject({ data: { USD: { NGN: 150 } } });
  });

  it('leave no job waiting once their service is configured no longer', async () => {
    const database = await openTestDatabase();
    const before = await startTestApp({ RATES_URL: 'http://localhost:1/rates' }, database);
    await before.deps.jobs.send(before.deps.db, 'exchange-rates', {});
    const after = await startTestApp({}, database);
    await after.deps.jobs.start();
    await expect.poll(() => after.deps.jobs.listWaiting('exchange-rates')).toEqual([]);
    expect(await after.deps.jobs.listFailed()).toEqual([]);
    await before.app.close();
    await before.deps.jobs.stop();
    await after.close();
  });
});
