import { expect, test } from 'vitest';

import { NO_FILTERS } from './home-filters.ts';
import { selectSaved } from './select-saved.ts';

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
};
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

test('only open public giveaways', () => {
  const rows = [
    voucher,
    { ...voucher, id: 2, status: 'completed' as const },
    { ...voucher, id: 3, is_private: true },
    { ...voucher, id: 4, purpose: 'payment' as const },
  ];
  expect(ids(selectSaved(rows, NO_FILTERS))).toEqual([1]);
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
    creator: 'ADA',
    min: 1_000,
    max: 2_000,
  };
  expect(ids(selectSaved(rows, filters))).toEqual([6, 1]);
});

test('sorted by what is asked, in both directions; equal ones by age', () => {
  const rows = [
    { ...voucher, id: 1, amount: 5, views: 30, created_at: '2026-11-01T00:00:00Z' },
    { ...voucher, id: 2, amount: 9, views: 10, created_at: '2026-11-03T00:00:00Z' },
    { ...voucher, id: 3, amount: 5, views: 20, created_at: '2026-11-02T00:00:00Z' },
  ];
  expect(ids(selectSaved(rows, NO_FILTERS))).toEqual([2, 3, 1]);
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'views', sortOrder: 'asc' }))).toEqual([
    2, 3, 1,
  ]);
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortBy: 'created_at' }))).toEqual([2, 3, 1]);
  expect(ids(selectSaved(rows, { ...NO_FILTERS, sortOrder: 'asc' }))).toEqual([1, 3, 2]);
});
