import { eq } from 'drizzle-orm';
import { describe, expect, it, afterEach } from 'vitest';

import type { VoucherListAnswer } from '../../../contract/vouchers.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import {
  openGiveaway,
  postGiveaway,
  lotteryFields,
  soon,
  timedFields,
} from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure, read } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 5_000_000n },
  kofi: { region: 'ghana', walletMinor: 100_000n },
});

const listFor = async (person: Person, query = ''): Promise<VoucherListAnswer['data']> =>
  (await read<VoucherListAnswer>(test, `/vouchers${query}`, person)).data;

const amountsBy = async (query: string): Promise<number[]> =>
  (await listFor(kofi, `?creator_name=${ada.username}&${query}`)).data.map(({ amount }) => amount);

describe('the list', () => {
  it('has the open public giveaways, and needs a session', async () => {
    const { ulid } = await openGiveaway(test, ada, { ad_copy: 'From the market' });
    await openGiveaway(test, ada, { is_private: '1' });
    await postGiveaway(test, ada);
    const page = await listFor(kofi, `?creator_name=${ada.username.toUpperCase()}`);
    expect(page).toMatchObject({ current_page: 1, last_page: 1, total: 1, per_page: 12 });
    expect(page.data).toMatchObject([
      { ulid, creator: ada.username, ad_copy: 'From the market', code: null },
    ]);
    expectFailure(
      await test.call('GET', '/vouchers'),
      401,
      'vouchers_need_login',
      'Authentication required. Please login to continue.',
    );
    const expired = await test.call('GET', '/vouchers', { token: 'x'.repeat(43) });
    expectFailure(
      expired,
      401,
      'vouchers_unauthenticated',
      'Your session has expired. Please login again.',
    );
  });

  it('filters, sorts and pages', async () => {
    await openGiveaway(test, ada, { amount: '300', type: 'mobile', network: 'MTN' });
    test.clock.advance(1000);
    await openGiveaway(test, ada, { amount: '100' });
    test.clock.advance(1000);
    await openGiveaway(test, ada, { ...lotteryFields(test), amount: '200' });
    expect(await amountsBy('')).toEqual([300, 200, 100]);
    expect(await amountsBy('sort_order=asc')).toEqual([100, 200, 300]);
    expect(await amountsBy('sort_by=created_at')).toEqual([200, 100, 300]);
    expect(await amountsBy('type=mobile')).toEqual([300]);
    expect(await amountsBy('reveal_method=lottery')).toEqual([200]);
    expect(await amountsBy('min_amount=150&max_amount=299.99&amount_currency=NGN')).toEqual([200]);
    expect(await amountsBy('currency=GHS')).toEqual([]);
    expect(await amountsBy('per_page=2&page=2')).toEqual([100]);
    expect(await listFor(kofi, `?creator_name=${ada.username}&per_page=2&page=9`)).toMatchObject({
      data: [],
      last_page: 2,
      total: 3,
      current_page: 9,
    });
  });

  it('puts what ends first, and what is nearly open, at the front', async () => {
    await openGiveaway(test, ada, { amount: '101' });
    await openGiveaway(test, ada, { amount: '102', expires_at: soon(test, 9 * HOUR_MS) });
    await openGiveaway(test, ada, { ...lotteryFields(test, 5 * HOUR_MS), amount: '103' });
    await openGiveaway(test, ada, {
      ...timedFields(test, 2 * HOUR_MS),
      amount: '104',
      masked_digits: '2',
    });
    const viewed = await openGiveaway(test, ada, { amount: '105' });
    await test.deps.db.update(vouchers).set({ views: 4 }).where(eq(vouchers.ulid, viewed.ulid));
    test.clock.advance(HOUR_MS);
    expect(await amountsBy('sort_by=ending_soon')).toEqual([103, 102, 101, 104, 105]);
    expect(await amountsBy('sort_by=ending_soon&sort_order=asc')).toEqual([
      105, 104, 101, 102, 103,
    ]);
    expect(await amountsBy('sort_by=nearly_open')).toEqual([104, 105, 102, 101, 103]);
    expect(await amountsBy('sort_by=nearly_open&per_page=2&page=2')).toEqual([102, 101]);
  });

  it('finds a creator by the name as it is shown, with an @ before it', async () => {
    await openGiveaway(test, ada);
    expect((await listFor(kofi, `?creator_name=%40${ada.username}`)).total).toBe(1);
  });

  it('takes wildcards in a name as letters', async () => {
    await openGiveaway(test, ada);
    expect((await listFor(kofi, '?creator_name=%25')).total).toBe(0);
    expect((await listFor(kofi, `?creator_name=a_a_${test.round}`)).total).toBe(0);
    expect((await listFor(kofi, '?creator_name=%5C')).total).toBe(0);
  });

  it.each(['page=0', 'per_page=1000'])('refuses ?%s', async (query) => {
    const reply = await test.call('GET', `/vouchers?${query}`, { token: kofi.token });
    expect(reply.status, reply.text).toBe(422);
  });
});

describe('what a prize is worth', () => {
  /** Amounts of a list of what `ada` and `kofi` have open in this test, of which nobody else's name ends alike. */
  async function amounts(caller: Person, query: string): Promise<number[]> {
    const { data } = await listFor(caller, `?creator_name=_${test.round}&per_page=50&${query}`);
    const own = data.filter(({ creator }) => [ada.username, kofi.username].includes(creator));
    return own.map(({ amount }) => amount);
  }

  const openCedis = (amount: string) => openGiveaway(test, kofi, { amount, currency: 'GHS' });

  /** What 1 GHS = 106.4 NGN makes of them: 50 is 5,320 naira, 20 is 2,128. */
  async function openSome(): Promise<void> {
    await openGiveaway(test, ada, { amount: '5000' });
    await openCedis('50');
    await openGiveaway(test, ada, { amount: '2500' });
    await openCedis('20');
  }

  const readAnew = (perUsd: { NGN: number; GHS: number; KES: number }) =>
    test.deps.db
      .insert(exchangeRates)
      .values({ rates: perUsd, source: 'live', readAt: new Date(test.clock.now()) });

  afterEach(() => test.deps.db.delete(exchangeRates));

  it('is what prizes of several currencies are sorted by', async () => {
    await openSome();
    expect(await amounts(kofi, 'sort_by=amount')).toEqual([50, 5_000, 2_500, 20]);
    expect(await amounts(kofi, 'sort_order=asc')).toEqual([20, 2_500, 5_000, 50]);
  });

  it('is what bounds compare, in the currency they are in', async () => {
    await openSome();
    // 23.5 cedis are 2,500.4 naira.
    expect(await amounts(kofi, 'min_amount=23.5')).toEqual([50, 5_000]);
    expect(await amounts(kofi, 'min_amount=20&max_amount=23.5')).toEqual([2_500, 20]);
    expect(await amounts(ada, 'min_amount=2500')).toEqual([50, 5_000, 2_500]);
    expect(await amounts(kofi, 'min_amount=2500&amount_currency=NGN')).toEqual([50, 5_000, 2_500]);
    expect(await amounts(ada, 'max_amount=50&currency=GHS')).toEqual([50, 20]);
  });

  it('leaves out none that stands on a bound of its own currency, while rates change', async () => {
    await openSome();
    await readAnew({ NGN: 1_700, GHS: 14.29, KES: 128 });
    expect(await amounts(kofi, 'min_amount=20&max_amount=50&currency=GHS')).toEqual([50, 20]);
  });

  it('fits for the largest bound there is', async () => {
    expect(
      await amounts(kofi, 'min_amount=0&max_amount=70000000000000&amount_currency=USD'),
    ).toEqual([]);
  });

  it('follows the rates at once', async () => {
    await openSome();
    // A cedi is 90 naira now, so 50 of them are less than 5,000.
    await readAnew({ NGN: 900, GHS: 10, KES: 128 });
    expect(await amounts(kofi, 'sort_by=amount')).toEqual([5_000, 50, 2_500, 20]);
    expect(await amounts(kofi, 'min_amount=50&amount_currency=GHS')).toEqual([5_000, 50]);
  });

  it('pages through equal ones without repeating or missing any', async () => {
    for (let made = 0; made < 5; made += 1) await openGiveaway(test, ada, { amount: '300' });
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { data } = await listFor(kofi, `?creator_name=${ada.username}&per_page=2&page=${page}`);
      seen.push(...data.map(({ ulid }) => ulid));
    }
    expect(new Set(seen).size).toBe(5);
  });
});

describe('the featured giveaways', () => {
  it('are public, and at most twelve', async () => {
    await openGiveaway(test, ada);
    const reply = await test.call('GET', '/vouchers/featured');
    expect(reply.status).toBe(200);
    expect(reply.text.match(/"ulid"/g)?.length).toBeLessThanOrEqual(12);
  });
});

describe('a private giveaway', () => {
  it('opens by its link, but not by counting numbers', async () => {
    const { id, ulid } = await openGiveaway(test, ada, { is_private: '1' });
    expect(await detailFor(test, undefined, ulid)).toMatchObject({
      is_private: true,
      can_guess: false,
    });
    expectFailure(await test.call('GET', `/vouchers/${id}`), 404, 'voucher_removed');
    expectFailure(await test.call('GET', `/vouchers/${id}/views`), 404, 'voucher_removed');
    expectFailure(await test.call('GET', `/vouchers/${id}/fairness`), 404, 'voucher_removed');
    expect((await detailFor(test, ada, String(id))).ulid).toBe(ulid);
  });
});

describe('a voucher that is not there', () => {
  it.each([
    '0',
    '2147483648',
    '99999999999999999999',
    'nothing',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '1234567890123',
  ])('%s', async (name) => {
    for (const path of ['', '/views', '/top-sharers', '/fairness']) {
      expectFailure(await test.call('GET', `/vouchers/${name}${path}`), 404, 'voucher_removed');
    }
  });
});
