// oxlint-disable typescript/unbound-method -- each is called with what it belongs to
import { expect, test, vi } from 'vitest';

import { freshDatabase } from '../../../local/testing/fresh-device.ts';
import { sampleVoucher } from '../../../local/testing/samples.ts';
import type { HomeFilters } from './home-filters.ts';
import { pickSaved, readSaved, sortSaved, type SavedBase } from './read-saved.ts';

const saved = (id: number, change: Parameters<typeof sampleVoucher>[0] = {}) =>
  sampleVoucher({
    id,
    creator: 'adaobi_o',
    amount: 1_000,
    created_at: '2026-11-20T08:00:00Z',
    first_reveal_views: 50,
    second_reveal_views: 100,
    ...change,
  });
const base: SavedBase = {
  viewer: { currency: 'NGN', rates: { GHS: { NGN: 100 }, USD: { NGN: 1_500 } }, readAtMs: 1 },
  nowMs: Date.parse('2026-11-21T08:00:00Z'),
};
const idsOf = (rows: readonly ReturnType<typeof saved>[], filters: HomeFilters = {}): number[] =>
  sortSaved(pickSaved(rows, filters, base), filters).map(({ id }) => id);

test('only open public giveaways', () => {
  const rows = [
    saved(1),
    saved(2, { status: 'completed' }),
    saved(3, { is_private: true }),
    saved(4, { purpose: 'payment' }),
  ];
  expect(idsOf(rows)).toEqual([1]);
});

test('what has ended by the clock is open no more, whatever was last heard of it', () => {
  const rows = [
    saved(1, { expires_at: '2026-11-21T07:59:59Z' }),
    saved(2, { expires_at: '2026-11-21T08:00:01Z' }),
    saved(3, { final_reveal_time: '2026-11-20T20:00:00Z' }),
  ];
  expect(idsOf(rows, { sort_by: 'ending_soon' })).toEqual([2]);
});

test('by type, part of the creator in any case, and amounts with their bounds', () => {
  const rows = [
    saved(1),
    saved(2, { type: 'mobile' }),
    saved(3, { creator: 'kofi' }),
    saved(4, { amount: 999 }),
    saved(5, { amount: 2_001 }),
    saved(6, { amount: 2_000 }),
  ];
  const bounds = { min_amount: 1_000, max_amount: 2_000 };
  expect(idsOf(rows, { type: 'goodies', creator_name: '@ADA', ...bounds })).toEqual([6, 1]);
});

test('sorted by what is asked, in both directions; equal ones by age', () => {
  const rows = [
    saved(1, { amount: 5, views: 30, created_at: '2026-11-01T00:00:00Z' }),
    saved(2, { amount: 9, views: 10, created_at: '2026-11-03T00:00:00Z' }),
    saved(3, { amount: 5, views: 20, created_at: '2026-11-02T00:00:00Z' }),
  ];
  expect(idsOf(rows)).toEqual([2, 3, 1]);
  expect(idsOf(rows, { sort_by: 'views', sort_order: 'asc' })).toEqual([2, 3, 1]);
  expect(idsOf(rows, { sort_by: 'created_at' })).toEqual([2, 3, 1]);
  expect(idsOf(rows, { sort_order: 'asc' })).toEqual([1, 3, 2]);
});

test('prizes of several currencies by what they are worth', () => {
  const rows = [
    saved(1, { amount: 5_000 }),
    saved(2, { amount: 60, currency: 'GHS' }),
    saved(3, { amount: 2, currency: 'USD' }),
  ];
  expect(idsOf(rows)).toEqual([2, 1, 3]);
  const from = { min_amount: 3_000, max_amount: 5_500 };
  expect(idsOf(rows, from)).toEqual([1, 3]);
  const inDollars = { min_amount: 2, amount_currency: 'USD' } as const;
  expect(idsOf(rows, inDollars)).toEqual([2, 1, 3]);
  expect(idsOf(rows, { ...inDollars, max_amount: 2 })).toEqual([3]);
});

test('by the currency of the prize, whose bounds then count in it, and by how digits open', () => {
  const rows = [
    saved(1, { amount: 5_000 }),
    saved(2, { amount: 60, currency: 'GHS' }),
    saved(3, { amount: 40, currency: 'GHS', reveal_method: 'time' }),
    saved(4, { reveal_method: 'lottery' }),
  ];
  const inCedis = { currency: 'GHS' } as const;
  expect(idsOf(rows, inCedis)).toEqual([2, 3]);
  // 50 cedis, not 50 of the viewer's naira.
  expect(idsOf(rows, { ...inCedis, min_amount: 50 })).toEqual([2]);
  expect(idsOf(rows, { ...inCedis, reveal_method: 'time' })).toEqual([3]);
  expect(idsOf(rows, { reveal_method: 'lottery' })).toEqual([4]);
});

test('what ends first: a draw or a deadline, and what has no end comes last', () => {
  const rows = [
    saved(1),
    saved(2, { expires_at: '2026-11-23T00:00:00Z' }),
    saved(3, { reveal_method: 'lottery', final_reveal_time: '2026-11-22T00:00:00Z' }),
    saved(4),
  ];
  expect(idsOf(rows, { sort_by: 'ending_soon' })).toEqual([3, 2, 1, 4]);
});

test('what is nearly open: by views or by time, and what opens no more comes last', () => {
  const rows = [
    saved(1, { views: 45 }),
    saved(2, { views: 60 }),
    saved(3, { views: 100 }),
    saved(4, { reveal_method: 'time', remaining_time: Date.parse('2026-11-21T14:00:00Z') }),
  ];
  expect(idsOf(rows, { sort_by: 'nearly_open' })).toEqual([1, 4, 2, 3]);
});

test('of thousands the best are found, a few read at a time and a few given', async () => {
  const db = freshDatabase();
  const ulidOf = (id: number): string => `01ARZ3NDEKTSV4RRFFQ69G${String(id).padStart(4, '0')}`;
  const rows = Array.from({ length: 120 }, (_, id) => ({
    ...saved(id, { ulid: ulidOf(id), amount: 1_000 + ((id * 37) % 120) }),
    fetchedAt: 1,
  }));
  await db.vouchers.bulkPut(rows);
  const atOnce: number[] = [];
  const { getAll } = IDBObjectStore.prototype;
  const counted = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  counted.mockImplementation(function (this: IDBObjectStore, query, count) {
    // Browsers that know it are asked with an object.
    const asked =
      typeof query === 'object' && query !== null && 'count' in query ? query.count : count;
    atOnce.push(Number(asked));
    return getAll.call(this, query, count);
  });
  const read = await readSaved(db, {}, base, 31);
  counted.mockRestore();
  expect(read.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 31 }, (_, index) => 1_119 - index),
  );
  expect(atOnce).toEqual([50, 50, 50]);
});
