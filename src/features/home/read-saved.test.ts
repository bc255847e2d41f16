// oxlint-disable typescript/unbound-method -- each is called with what it belongs to
import { expect, test, vi } from 'vitest';

import { freshDatabase } from '../../../local/testing/fresh-device.ts';
import { sampleVoucher } from '../../../local/testing/samples.ts';
import { NO_FILTERS } from './home-filters.ts';
import { pickSaved, readSaved, sortSaved, type SavedBase } from './read-saved.ts';

const voucher = {
  id: 1,
  purpose: 'giveaway' as const,
  status: 'active' as const,
  is_private: false,
  type: 'goodies' as const,
  creator: 'adaobi_o',
  amount: 1_000,
  views: 10,
  created_at: '2026-11-20T08:00:00Z',
  currency: 'NGN' as const,
  reveal_method: 'views' as const,
  first_reveal_views: 50,
  second_reveal_views: 100,
  remaining_time: null,
  final_reveal_time: null,
  expires_at: null,
};
const base: SavedBase = {
  viewer: { currency: 'NGN', rates: { GHS: { NGN: 100 }, USD: { NGN: 1_500 } }, readAtMs: 1 },
  nowMs: Date.parse('2026-11-21T08:00:00Z'),
};
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
const selectSaved = <Row extends Parameters<typeof pickSaved>[0][number]>(
  rows: readonly Row[],
  filters: typeof NO_FILTERS,
  by: SavedBase,
): Row[] => sortSaved(pickSaved(rows, filters, by), filters);

test('only open public giveaways', () => {
  const rows = [
    voucher,
    { ...voucher, id: 2, status: 'completed' as const },
    { ...voucher, id: 3, is_private: true },
    { ...voucher, id: 4, purpose: 'payment' as const },
  ];
  expect(ids(selectSaved(rows, NO_FILTERS, base))).toEqual([1]);
});

test('what has ended by the clock is open no more, whatever was last heard of it', () => {
  const rows = [
    { ...voucher, id: 1, expires_at: '2026-11-21T07:59:59Z' },
    { ...voucher, id: 2, expires_at: '2026-11-21T08:00:01Z' },
    { ...voucher, id: 3, final_reveal_time: '2026-11-20T20:00:00Z' },
  ];
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'ending_soon' }, base))).toEqual([2]);
});

test('by type, part of the creator in any case, and amounts with their bounds', () => {
  const rows = [
    voucher,
    { ...voucher, id: 2, type: 'mobile' as const },
    { ...voucher, id: 3, creator: 'kofi' },
    { ...voucher, id: 4, amount: 999 },
    { ...voucher, id: 5, amount: 2_001 },
    { ...voucher, id: 6, amount: 2_000 },
  ];
  const filters = {
    ...NO_FILTERS,
    type: 'goodies' as const,
    creator: '@ADA',
    min: 1_000,
    max: 2_000,
  };
  expect(ids(selectSaved(rows, filters, base))).toEqual([6, 1]);
});

test('sorted by what is asked, in both directions; equal ones by age', () => {
  const rows = [
    { ...voucher, id: 1, amount: 5, views: 30, created_at: '2026-11-01T00:00:00Z' },
    { ...voucher, id: 2, amount: 9, views: 10, created_at: '2026-11-03T00:00:00Z' },
    { ...voucher, id: 3, amount: 5, views: 20, created_at: '2026-11-02T00:00:00Z' },
  ];
  expect(ids(selectSaved(rows, NO_FILTERS, base))).toEqual([2, 3, 1]);
  expect(
    ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'views', sortOrder: 'asc' }, base)),
  ).toEqual([2, 3, 1]);
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'created_at' }, base))).toEqual([2, 3, 1]);
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortOrder: 'asc' }, base))).toEqual([1, 3, 2]);
});

test('prizes of several currencies by what they are worth', () => {
  const rows = [
    { ...voucher, id: 1, amount: 5_000 },
    { ...voucher, id: 2, amount: 60, currency: 'GHS' as const },
    { ...voucher, id: 3, amount: 2, currency: 'USD' as const },
  ];
  expect(ids(selectSaved(rows, NO_FILTERS, base))).toEqual([2, 1, 3]);
  const from = { ...NO_FILTERS, min: 3_000, max: 5_500 };
  expect(ids(selectSaved(rows, from, base))).toEqual([1, 3]);
  const inDollars = { ...NO_FILTERS, min: 2, currency: 'USD' as const };
  expect(ids(selectSaved(rows, inDollars, base))).toEqual([2, 1, 3]);
  expect(ids(selectSaved(rows, { ...inDollars, max: 2 }, base))).toEqual([3]);
});

test('by the currency of the prize, whose bounds then count in it, and by how digits open', () => {
  const rows = [
    { ...voucher, id: 1, amount: 5_000 },
    { ...voucher, id: 2, amount: 60, currency: 'GHS' as const },
    { ...voucher, id: 3, amount: 40, currency: 'GHS' as const, reveal_method: 'time' as const },
    { ...voucher, id: 4, reveal_method: 'lottery' as const },
  ];
  const inCedis = { ...NO_FILTERS, prizesIn: 'GHS' as const };
  expect(ids(selectSaved(rows, inCedis, base))).toEqual([2, 3]);
  // 50 cedis, not 50 of the viewer's naira.
  expect(ids(selectSaved(rows, { ...inCedis, min: 50 }, base))).toEqual([2]);
  expect(ids(selectSaved(rows, { ...inCedis, revealMethod: 'time' }, base))).toEqual([3]);
  expect(ids(selectSaved(rows, { ...NO_FILTERS, revealMethod: 'lottery' }, base))).toEqual([4]);
});

test('what ends first: a draw or a deadline, and what has no end comes last', () => {
  const rows = [
    voucher,
    { ...voucher, id: 2, expires_at: '2026-11-23T00:00:00Z' },
    {
      ...voucher,
      id: 3,
      reveal_method: 'lottery' as const,
      final_reveal_time: '2026-11-22T00:00:00Z',
    },
    { ...voucher, id: 4 },
  ];
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'ending_soon' }, base))).toEqual([
    3, 2, 1, 4,
  ]);
});

test('what is nearly open: by views or by time, and what opens no more comes last', () => {
  const rows = [
    { ...voucher, id: 1, views: 45 },
    { ...voucher, id: 2, views: 60 },
    { ...voucher, id: 3, views: 100 },
    {
      ...voucher,
      id: 4,
      reveal_method: 'time' as const,
      remaining_time: Date.parse('2026-11-21T14:00:00Z'),
    },
  ];
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'nearly_open' }, base))).toEqual([
    1, 4, 2, 3,
  ]);
});

test('of thousands the best are found, a few read at a time and a few given', async () => {
  const db = freshDatabase();
  const ulidOf = (id: number): string => `01ARZ3NDEKTSV4RRFFQ69G${String(id).padStart(4, '0')}`;
  const rows = Array.from({ length: 120 }, (_, id) => ({
    ...sampleVoucher({ ...voucher, id, ulid: ulidOf(id), amount: 1_000 + ((id * 37) % 120) }),
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
  const read = await readSaved(db, NO_FILTERS, base, 31);
  counted.mockRestore();
  expect(read.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 31 }, (_, index) => 1_119 - index),
  );
  expect(atOnce).toEqual([50, 50, 50]);
});
