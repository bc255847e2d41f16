import { describe, expect, it, vi } from 'vitest';
import { TTL_MS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { forgetUser } from '../../local/forget-user.ts';
import { readAnswer } from '../../local/queries/answers.ts';
import { readDetectedRegion } from '../../local/queries/user-and-region.ts';
import { readFeatured, readVoucherList } from '../../local/queries/voucher-lists.ts';
import { SINGLE } from '../../local/rows.ts';
import { json, type Handler } from '../../local/testing/fake-environment.ts';
import { ULID_A, ULID_B, sampleUser, sampleVoucher } from '../../local/testing/samples.ts';
import {
  NOW,
  says,
  showsVoucher,
  signedInFixture,
  workerFixture,
  gate,
  refuses,
} from '../testing/worker-fixture.ts';
import { DETECT_LOCK_MS, VOUCHER_FETCH_DEDUPE_MS } from '../context.ts';

const listed = [sampleVoucher({ ulid: ULID_B, id: 8 }), sampleVoucher()].map(
  ({ can_guess: _g, my_entries: _m, entry_cost: _c, wait_seconds: _w, ...voucher }) => voucher,
);
const list: Handler = says({
  data: listed,
  current_page: 1,
  last_page: 3,
  per_page: 12,
  total: 30,
});
const featured: Handler = says(listed);
const detail: Handler = () => showsVoucher(sampleVoucher({ wait_seconds: 30 }));

describe('asking only when needed', () => {
  it('rests while the rows are fresh, unless forced', async () => {
    const { api, server, pass } = workerFixture(featured);
    await api.refreshFeatured();
    pass(TTL_MS.featured - 1);
    await api.refreshFeatured();
    expect(server.requests).toHaveLength(1);
    await api.refreshFeatured({ force: true });
    expect(server.requests).toHaveLength(2);
    pass(TTL_MS.featured);
    await api.refreshFeatured();
    expect(server.requests).toHaveLength(3);
  });

  it('asks for what is fresh and was just asked for once the server is known to have news', async () => {
    const { api, server, pass } = workerFixture(featured);
    await api.refreshFeatured();
    await api.expire();
    pass(1);
    await api.refreshFeatured();
    expect(server.requests).toHaveLength(2);
    pass(VOUCHER_FETCH_DEDUPE_MS);
    await api.refreshFeatured();
    expect(server.requests).toHaveLength(2);
  });

  it('sends one request however many ask, and none again within 2 seconds', async () => {
    const { api, server, pass } = workerFixture(featured);
    const force = { force: true };
    await Promise.all([
      api.refreshFeatured(),
      api.refreshFeatured(force),
      api.refreshFeatured(force),
    ]);
    pass(VOUCHER_FETCH_DEDUPE_MS - 1);
    await api.refreshFeatured(force);
    expect(server.requests).toHaveLength(1);
    pass(1);
    await api.refreshFeatured(force);
    expect(server.requests).toHaveLength(2);
  });

  it('asks anew after the clock was set back', async () => {
    const { api, server, pass } = workerFixture(featured);
    await api.refreshFeatured({ force: true });
    pass(-HOUR_MS);
    await api.refreshFeatured({ force: true });
    expect(server.requests).toHaveLength(2);
  });

  it('asks again at once after a failure', async () => {
    const { api, server } = workerFixture(() => json(500));
    expect(await api.refreshFeatured()).toMatchObject({
      error: { message: 'Failed to fetch vouchers' },
    });
    server.answerBy(featured);
    expect(await api.refreshFeatured()).toMatchObject({ ok: true });
  });

  it('shares nothing between two users', async () => {
    const { api, server, signIn } = workerFixture(list);
    await signIn('a');
    await api.refreshVoucherList({});
    await signIn('b');
    await api.refreshVoucherList({}, { force: true });
    expect(server.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer a',
      'Bearer b',
    ]);
  });
});

describe('late answers', () => {
  it('are dropped when their user has signed out', async () => {
    const fixture = await signedInFixture(list);
    fixture.server.answerBy(async (request) => {
      await forgetUser(fixture);
      return list(request);
    });
    await fixture.api.refreshVoucherList({});
    expect(await fixture.db.vouchers.count()).toBe(0);
    expect(await fixture.db.voucherLists.count()).toBe(0);
  });

  it('are asked for again when a command has come between', async () => {
    const { context, db, server } = workerFixture(detail);
    const { refreshVoucher } = await import('./refresh-voucher.ts');
    server.answerBy(() => {
      if (server.requests.length > 1) {
        return showsVoucher(sampleVoucher({ status: 'completed' }));
      }
      context.changes.bump();
      return showsVoucher(sampleVoucher({ status: 'active' }));
    });
    await refreshVoucher(context, ULID_A);
    expect(server.requests).toHaveLength(2);
    expect((await db.vouchers.get(ULID_A))?.status).toBe('completed');
  });

  it('are never taken for done when commands keep coming', async () => {
    const { context, db, server } = workerFixture(detail);
    const { refreshVoucher } = await import('./refresh-voucher.ts');
    let commands = 3;
    server.answerBy((request) => {
      if (commands > 0) context.changes.bump();
      commands -= 1;
      return detail(request);
    });
    expect(await refreshVoucher(context, ULID_A)).toMatchObject({ ok: true });
    expect(await db.vouchers.get(ULID_A)).toBeDefined();
    commands = Infinity;
    expect(await refreshVoucher(context, ULID_A, { force: true })).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    });
  });

  it('of an expired session give way to what a visitor may see', async () => {
    const { api, db, server, signIn } = workerFixture(detail);
    await signIn('old');
    server.answerBy((request) =>
      request.headers.has('authorization') ? json(401) : detail(request),
    );
    expect(await api.refreshVoucher(ULID_A)).toMatchObject({ ok: true });
    expect(await db.vouchers.get(ULID_A)).toBeDefined();
    expect(await db.user.count()).toBe(0);
  });
});

describe('vouchers', () => {
  it('keeps a page in the order of the server, and needs a session', async () => {
    const { api, db, server, signIn } = workerFixture(list);
    expect(await api.refreshVoucherList({})).toMatchObject({
      error: { code: 'vouchers_need_login' },
    });
    await signIn();
    await api.refreshVoucherList({ type: 'goodies', page: 2 });
    expect(server.requests[0]?.path).toBe(
      '/api/v1/vouchers?page=2&per_page=12&sort_by=amount&sort_order=desc&type=goodies',
    );
    // Without the first nothing says where it stands.
    expect(await readVoucherList(db, { type: 'goodies' })).toBeUndefined();
    await api.refreshVoucherList({ type: 'goodies' });
    const page = await readVoucherList(db, { type: 'goodies' });
    expect(page?.rows.map(({ ulid }) => ulid)).toEqual([ULID_B, ULID_A]);
    expect(page).toMatchObject({ hasMore: true, fetchedAt: NOW });
  });

  it('a list leaves what the detail call said about the caller', async () => {
    const { api, db } = workerFixture(featured);
    await db.vouchers.put({ ...sampleVoucher({ views: 1 }), fetchedAt: 0, detailFetchedAt: 5 });
    await api.refreshFeatured();
    expect(await db.vouchers.get(ULID_A)).toMatchObject({
      views: 10,
      can_guess: true,
      fetchedAt: NOW,
      detailFetchedAt: 5,
    });
    expect((await readFeatured(db))?.rows).toHaveLength(2);
  });

  it('a list leaves the preview of a cover, unless that has been changed', async () => {
    const { api, db } = workerFixture(featured);
    const known = { ...sampleVoucher({ preview: 'UklGRg==' }), fetchedAt: 0 };
    await db.vouchers.put(known);
    await db.vouchers.put({ ...known, id: 8, ulid: ULID_B, ad_cover: '/covers/old.webp' });
    await api.refreshFeatured();
    const [same, changed] = await db.vouchers.bulkGet([ULID_A, ULID_B]);
    expect(same).toMatchObject({ preview: 'UklGRg==', fetchedAt: NOW });
    expect(changed).toMatchObject({ ad_cover: null, fetchedAt: NOW });
    expect(changed).not.toHaveProperty('preview');
  });

  it('a list does not stand in for the detail', async () => {
    const { api, server } = workerFixture(featured);
    await api.refreshFeatured();
    server.answerBy(detail);
    await api.refreshVoucher(ULID_A);
    await api.refreshVoucher(ULID_A);
    expect(server.requests).toHaveLength(2);
  });

  it('never counts as a view, and brings the wait', async () => {
    const { api, db, server } = workerFixture(detail);
    await api.refreshVoucher('7');
    expect(server.requests[0]?.path).toBe('/api/v1/vouchers/7?skip_tracking=true');
    expect((await db.waits.get(ULID_A))?.untilMs).toBe(NOW + 30_000);
  });

  it('reports who shared it, though it is fresh', async () => {
    const { api, server } = workerFixture(detail);
    await api.refreshVoucher(ULID_A);
    await api.refreshVoucher(ULID_A, { referralCode: 'ADA123' });
    expect(server.requests[1]?.path).toContain('referral_code=ADA123');
  });

  it('forgets one that was removed', async () => {
    const { api, db } = workerFixture(refuses(404, 'voucher_not_found'));
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: 0 });
    expect(await api.refreshVoucher(ULID_A)).toMatchObject({
      error: { code: 'voucher_removed', message: 'Voucher not found or has been removed' },
    });
    expect(await db.vouchers.count()).toBe(0);
  });

  it('says so when the device is full', async () => {
    const { api, db } = workerFixture(detail);
    db.vouchers.hook('creating', () => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    expect(await api.refreshVoucher(ULID_A)).toMatchObject({ error: { code: 'storage_full' } });
  });
});

describe('the rest of the mirror', () => {
  it('keeps sharers, transactions and payment methods', async () => {
    const { api, db } = await signedInFixture(({ path }) => {
      if (path.includes('top-sharers')) return json(200, { success: true, sharers: [{ id: 1 }] });
      if (path.includes('payment-methods')) return says([{ id: 'p' }])();
      return says([{ id: 't1' }], { has_more: true, total_pages: 2, total_count: 11 })();
    });
    await api.refreshSharers(ULID_A);
    await api.refreshTransactions({ type: 'topup' });
    const methods = { path: '/payment-methods', region: 'ghana', type: 'topup' } as const;
    await api.refreshAnswer(methods);
    expect((await db.sharers.get(ULID_A))?.sharers).toEqual([{ id: 1 }]);
    expect(await db.transactions.toArray()).toEqual([{ id: 't1', fetchedAt: NOW }]);
    expect(await db.transactionLists.get('page=1&per_page=10&type=topup')).toMatchObject({
      ids: ['t1'],
      hasMore: true,
    });
    expect((await readAnswer(db, methods))?.answer.data).toEqual([{ id: 'p' }]);
  });

  it('replaces wallets that are no longer held', async () => {
    const { api, db } = await signedInFixture(says({ wallets: { GHS: { amount: 2.5 } } }));
    await db.wallets.put({ currency: 'NGN', amount: 1, fetchedAt: 0 });
    await api.refreshWallets();
    expect(await db.wallets.toArray()).toEqual([{ currency: 'GHS', amount: 2.5, fetchedAt: NOW }]);
  });

  it('keeps a known subscription when the answer says nothing of it', async () => {
    const { api, db } = await signedInFixture(says(sampleUser({ points: 5 })));
    const subscription = { status: 'active', days_remaining: 3, plan: 'monthly' } as const;
    await db.user.update(SINGLE, { subscription });
    await api.refreshUser({ force: true });
    expect(await db.user.get(SINGLE)).toMatchObject({ user: { points: 5 }, subscription });
  });

  it('learns of user and subscription by one request', async () => {
    const subscription = { status: 'active', days_remaining: 30, plan: 'premium' } as const;
    const { api, db, server } = await signedInFixture(says(sampleUser(), { subscription }));
    await api.refreshUser({ force: true });
    expect(await db.user.get(SINGLE)).toMatchObject({ subscription });
    expect(server.requests).toHaveLength(1);
  });

  it('detects the region once for tabs that ask together, and again after 15 minutes', async () => {
    const { api, db, server, pass } = workerFixture(
      says({ key: 'kenya', detectionSource: 'api' }, { available_regions: [] }),
    );
    await Promise.all([api.detectRegion(), api.detectRegion()]);
    expect(await readDetectedRegion(db)).toBe('kenya');
    expect(server.requests).toHaveLength(1);
    pass(TTL_MS.detectRegion);
    await api.detectRegion();
    expect(server.requests).toHaveLength(2);
  });

  it('does not wait for a tab that does not get on with asking for the region', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { api, locks, server } = workerFixture(() => json(500));
    const { held, release: letGo } = gate();
    const other = locks.request(LOCKS.detectRegion, () => held);
    const asked = api.detectRegion();
    await vi.advanceTimersByTimeAsync(DETECT_LOCK_MS);
    expect(await asked).toEqual({ ok: true, value: undefined });
    expect(server.requests).toHaveLength(0);
    vi.useRealTimers();
    letGo();
    await other;
  });

  it('says so when there are no rates in the answer, and keeps those it has', async () => {
    const { api, db } = workerFixture(says({}, { updated_at: 'u', source: 'live' }));
    const known = {
      key: SINGLE,
      rates: { USD: { NGN: 1500 } },
      source: 'live',
      updatedAt: 'u',
    } as const;
    await db.rates.put({ ...known, fetchedAt: 0 });
    expect(await api.refreshRates({ force: true })).toMatchObject({
      error: { message: 'Exchange rates API returned empty data' },
    });
    expect(await db.rates.get(SINGLE)).toMatchObject(known);
  });

  it('asks for rates once in 5 minutes and for regions once a day', async () => {
    const { api, db, server, pass } = workerFixture(({ path }) =>
      path.endsWith('/regions')
        ? says({ ghana: { key: 'ghana', code: 'GH' } })()
        : says({ USD: { GHS: 12 } }, { updated_at: 'u', source: 'live' })(),
    );
    await api.refreshRates();
    await api.refreshRegions();
    pass(TTL_MS.rates - 1);
    await api.refreshRates();
    expect(server.requests).toHaveLength(2);
    pass(1);
    await api.refreshRates();
    await api.refreshRegions();
    expect(server.requests).toHaveLength(3);
    expect((await db.regions.get('ghana'))?.fetchedAt).toBe(NOW);
  });
});
