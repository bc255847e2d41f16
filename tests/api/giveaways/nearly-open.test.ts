import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { Voucher, VoucherListQuery } from '../../../contract/vouchers.ts';
import { listGiveaways } from '../../../server/giveaways/list-giveaways.ts';
import type { HomeFilters } from '../../../src/features/home/home-filters.ts';
import { pickSaved, sortSaved, type SavedBase } from '../../../src/features/home/read-saved.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const VOUCHERS = 240;
const PER_PAGE = 7;

// What is written here has no money behind it.
const test = setUpApp({ checksBooks: false });
let ada: Person;
/** As they are listed without a filter. */
let all: readonly Voucher[];

/**
 * By time within a day, later, just now and before; by views up to and past each threshold; some that have not started,
 * and some that have; many of each alike.
 */
beforeAll(async () => {
  ada = await addPerson(test.deps, 'ada', {});
  const kofi = await addPerson(test.deps, 'kofi', {});
  const now = new Date(test.clock.now()).toISOString();
  await test.deps.db
    .execute(sql`insert into vouchers (ulid, purpose, type, status, creator_id, region, currency,
      amount, fee, code_encrypted, code_hash, masked_code, masked_digits, reveal_method,
      first_reveal_views, second_reveal_views, remaining_time, views, created_at, starts_at)
    select '01ARZ3NDEKTSV4RRFFQ69G' || lpad(n::text, 4, '0'), 'giveaway',
      (array['goodies', 'mobile', 'digital'])[1 + n % 3], 'active',
      case when n % 2 = 0 then ${ada.userId}::int else ${kofi.userId}::int end, 'nigeria',
      (array['NGN', 'GHS'])[1 + n / 3 % 2], 100 * n, 0, '', 'h' || n, '****', 4, method,
      case when method = 'views' and n % 5 > 0 then 10 end, case method when 'views' then 20 end,
      case method when 'time' then ${now}::timestamptz + (n % 17 - 5) * 6 * interval '1 hour' end,
      case method when 'views' then n * 7 % 25 else n end, ${now}::timestamptz - n * interval '1 minute',
      case when n % 4 = 0 then ${now}::timestamptz + (n % 16 - 4) * interval '1 hour' end
    from generate_series(1, ${VOUCHERS}) n
    cross join lateral (select (array['views', 'time', 'lottery'])[1 + n / 6 % 3] as method) kind`);
  all = await inOrder({});
});

/** All pages, one after the other. */
async function inOrder(query: VoucherListQuery): Promise<Voucher[]> {
  const rows: Voucher[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const asked = { ...query, sort_by: 'nearly_open', per_page: PER_PAGE, page } as const;
    const { data, last_page: lastPage } = await listGiveaways(test.deps, asked, ada.userId);
    rows.push(...data);
    last = lastPage;
  }
  return rows;
}

const FILTERS: readonly (readonly [string, HomeFilters])[] = [
  ['everything', {}],
  ['a type', { type: 'mobile' }],
  ['a currency', { currency: 'GHS' }],
  ['all other currencies', { not_currency: 'GHS' }],
  ['what opens by views', { reveal_method: 'views' }],
  ['what opens by time', { reveal_method: 'time' }],
  ['lotteries', { reveal_method: 'lottery' }],
  ['a type, a currency and a method', { type: 'goodies', currency: 'NGN', reveal_method: 'time' }],
  ["somebody's", { creator_name: 'kofi' }],
  ['prizes between two bounds', { currency: 'NGN', min_amount: 30, max_amount: 190 }],
];

it.each(FILTERS)('lists %s as a phone sorts all of it', async (_, filters) => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(VOUCHERS);
  const base: SavedBase = {
    viewer: { currency: 'NGN', rates: undefined, readAtMs: undefined },
    nowMs: test.clock.now(),
  };
  for (const sortOrder of ['desc', 'asc'] as const) {
    const asked = { ...filters, sort_by: 'nearly_open', sort_order: sortOrder } as const;
    const expected = sortSaved(pickSaved(all, asked, base), asked);
    const listed = await inOrder({ ...filters, sort_order: sortOrder });
    expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(listed.length).toBeGreaterThan(PER_PAGE);
  }
});

const startedAtOnce = (vouchers: readonly Voucher[]): Voucher[] =>
  vouchers.filter(({ starts_at: startsAt }) => startsAt === null);

it('lists what has not started last, the next start first', async () => {
  const now = new Date(test.clock.now()).toISOString();
  const awaited = all.filter(({ starts_at: startsAt }) => startsAt !== null && startsAt > now);
  expect(awaited.length).toBeGreaterThan(PER_PAGE);
  expect(all.slice(-awaited.length)).toEqual(awaited);
  const starts = awaited.map(({ starts_at: startsAt }) => String(startsAt));
  expect(starts).toEqual(starts.toSorted());
});

it('keeps the order of what time opens, whenever it is asked', async () => {
  const opensFrom = (nowMs: number): Voucher[] =>
    startedAtOnce(all).filter(({ remaining_time: atMs }) => atMs !== null && atMs > nowMs);
  const toOpen = opensFrom(test.clock.now());
  test.clock.advance(7 * HOUR_MS);
  const left = opensFrom(test.clock.now());
  expect(left.length).toBeGreaterThan(PER_PAGE);
  expect(left.length).toBeLessThan(toOpen.length);
  const later = startedAtOnce(await inOrder({ reveal_method: 'time' }));
  expect(later.slice(0, left.length)).toEqual(left);
});
