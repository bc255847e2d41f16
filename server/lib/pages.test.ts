import { expect, it } from 'vitest';

import { LIST_TOTAL_MAX } from '../../contract/constants.ts';
import { totalsOf } from './pages.ts';

const perPage = 12;

it('is exact as far as rows are counted', () => {
  expect(totalsOf({ page: 1, perPage }, 0, 0)).toEqual({ total: 0, lastPage: 1, hasMore: false });
  expect(totalsOf({ page: 2, perPage }, 24, 12)).toEqual({
    total: 24,
    lastPage: 2,
    hasMore: false,
  });
  expect(totalsOf({ page: 9, perPage }, 24, 0)).toMatchObject({ total: 24, hasMore: false });
  expect(totalsOf({ page: 1, perPage }, LIST_TOTAL_MAX, 13).total).toBe(LIST_TOTAL_MAX);
});

it('says of more rows how many there are at least, and leads on as long as there are some', () => {
  const counted = LIST_TOTAL_MAX + 1;
  expect(totalsOf({ page: 1, perPage }, counted, 13)).toEqual({
    total: LIST_TOTAL_MAX,
    lastPage: 84,
    hasMore: true,
  });
  expect(totalsOf({ page: 84, perPage }, counted, 13)).toEqual({
    total: 1_009,
    lastPage: 85,
    hasMore: true,
  });
  expect(totalsOf({ page: 85, perPage }, counted, 5)).toEqual({
    total: 1_013,
    lastPage: 85,
    hasMore: false,
  });
});
