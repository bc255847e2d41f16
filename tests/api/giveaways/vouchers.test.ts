import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { VoucherListAnswer } from '../../../contract/vouchers.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { openGiveaway, postGiveaway, WITHOUT_VIEWS } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 500_000n },
  kofi: { region: 'ghana', walletMinor: 50_000n },
});

const listFor = async (person: Person, query = ''): Promise<VoucherListAnswer['data']> => {
  const reply = await test.call('GET', `/vouchers${query}`, { token: person.token });
  expect(reply.status, reply.text).toBe(200);
  return (JSON.parse(reply.text) as VoucherListAnswer).data;
};

const soon = (): string => new Date(test.clock.now() + HOUR_MS).toISOString();

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
    const by = `creator_name=${ada.username}`;
    await openGiveaway(test, ada, { amount: '300', type: 'mobile', network: 'MTN' });
    test.clock.advance(1000);
    await openGiveaway(test, ada, { amount: '100' });
    test.clock.advance(1000);
    await openGiveaway(test, ada, {
      ...WITHOUT_VIEWS,
      amount: '200',
      reveal_method: 'lottery',
      final_reveal_time: soon(),
    });
    const amounts = async (query: string): Promise<number[]> =>
      (await listFor(kofi, `?${by}&${query}`)).data.map(({ amount }) => amount);
    expect(await amounts('')).toEqual([300, 200, 100]);
    expect(await amounts('sort_order=asc')).toEqual([100, 200, 300]);
    expect(await amounts('sort_by=created_at')).toEqual([200, 100, 300]);
    expect(await amounts('type=mobile')).toEqual([300]);
    expect(await amounts('reveal_method=lottery')).toEqual([200]);
    expect(await amounts('min_amount=150&max_amount=299.99&amount_currency=NGN')).toEqual([200]);
    expect(await amounts('currency=GHS')).toEqual([]);
    expect(await amounts('per_page=2&page=2')).toEqual([100]);
    expect(await listFor(kofi, `?${by}&per_page=2&page=9`)).toMatchObject({
      data: [],
      last_page: 2,
      total: 3,
      current_page: 9,
    });
  });

  it('puts what ends first, and what is nearly open, at the front', async () => {
    const by = `creator_name=${ada.username}`;
    const hourMs = 3_600_000;
    const at = (hours: number): number => test.clock.now() + hours * hourMs;
    await openGiveaway(test, ada, { amount: '101' });
    await openGiveaway(test, ada, { amount: '102', expires_at: new Date(at(9)).toISOString() });
    await openGiveaway(test, ada, {
      ...WITHOUT_VIEWS,
      amount: '103',
      reveal_method: 'lottery',
      final_reveal_time: new Date(at(5)).toISOString(),
    });
    await openGiveaway(test, ada, {
      ...WITHOUT_VIEWS,
      amount: '104',
      masked_digits: '2',
      reveal_method: 'time',
      remaining_time: String(at(2)),
    });
    const viewed = await openGiveaway(test, ada, { amount: '105' });
    await test.deps.db.update(vouchers).set({ views: 4 }).where(eq(vouchers.ulid, viewed.ulid));
    test.clock.advance(hourMs);
    const amounts = async (query: string): Promise<number[]> =>
      (await listFor(kofi, `?${by}&${query}`)).data.map(({ amount }) => amount);
    expect(await amounts('sort_by=ending_soon')).toEqual([103, 102, 101, 104, 105]);
    expect(await amounts('sort_by=ending_soon&sort_order=asc')).toEqual([105, 104, 101, 102, 103]);
    expect(await amounts('sort_by=nearly_open')).toEqual([104, 105, 102, 101, 103]);
    expect(await amounts('sort_by=nearly_open&per_page=2&page=2')).toEqual([102, 101]);
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

  it.each([
    'page=0',
    'page=1.5',
    'per_page=1000',
    'per_page=-1',
    'sort_by=code',
    'sort_order=up',
    'type=gold',
    'min_amount=lots',
    'max_amount=-1',
    'min_amount=1.005',
    'currency=EUR',
    'amount_currency=EUR',
    'creator_name=%00',
    'unknown=1',
    `creator_name=${'x'.repeat(2000)}`,
  ])('refuses ?%s', async (query) => {
    const reply = await test.call('GET', `/vouchers?${query}`, { token: kofi.token });
    expect(reply.status, reply.text).toBe(422);
  });
});

describe('the featured giveaways', () => {
  it('are public, at most twelve, and revalidated', async () => {
    await openGiveaway(test, ada);
    const reply = await test.call('GET', '/vouchers/featured');
    expect(reply.status).toBe(200);
    expect(reply.text.match(/"ulid"/g)?.length).toBeLessThanOrEqual(12);
    const tag = String(reply.headers['etag']);
    const again = await test.call('GET', '/vouchers/featured', {
      headers: { 'if-none-match': tag },
    });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
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

  it('under a name that can be none', async () => {
    expect((await test.call('GET', '/vouchers/%00')).status).toBe(422);
    expect((await test.call('GET', `/vouchers/${'1'.repeat(27)}`)).status).toBe(422);
    expect((await test.call('GET', "/vouchers/1'%20or%20'1'='1")).status).toBe(422);
  });
});
