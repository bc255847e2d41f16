import { afterEach, expect, it } from 'vitest';

import type { VoucherListAnswer } from '../../../contract/vouchers.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
// One name, so that a list of a test is asked for by it.
const { worth_ada: ada, worth_kofi: kofi } = setUpPeople(test, {
  worth_ada: { walletMinor: 5_000_000n },
  worth_kofi: { region: 'ghana', walletMinor: 100_000n },
});

/** Amounts of a list of what `ada` and `kofi` have open in this test, of which nobody else's name ends alike. */
async function amounts(caller: Person, query: string): Promise<number[]> {
  const path = `/vouchers?creator_name=_${test.round}&per_page=50&${query}`;
  const reply = await test.call('GET', path, { token: caller.token });
  expect(reply.status, reply.text).toBe(200);
  const { data } = (JSON.parse(reply.text) as VoucherListAnswer).data;
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

it('is refused for a bound of more than two decimals, and fits for the largest there is', async () => {
  const reply = await test.call('GET', '/vouchers?max_amount=1.005', { token: kofi.token });
  expect(reply.status).toBe(422);
  expect(await amounts(kofi, 'min_amount=0&max_amount=70000000000000&amount_currency=USD')).toEqual(
    [],
  );
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
    const path = `/vouchers?creator_name=${ada.username}&per_page=2&page=${page}`;
    const reply = await test.call('GET', path, { token: kofi.token });
    const { data } = (JSON.parse(reply.text) as VoucherListAnswer).data;
    seen.push(...data.map(({ ulid }) => ulid));
  }
  expect(new Set(seen).size).toBe(5);
});
