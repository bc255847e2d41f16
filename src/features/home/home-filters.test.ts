import { describe, expect, test } from 'vitest';

import {
  countFilters,
  homePath,
  isFiltered,
  listQuery,
  NO_FILTERS,
  readHomeAddress,
  type HomeAddress,
} from './home-filters.ts';

const read = (search: string): HomeAddress => readHomeAddress(new URLSearchParams(search));

describe('the address of home', () => {
  const address: HomeAddress = {
    filters: {
      type: 'mobile',
      creator: 'ada & co',
      prizesIn: 'KES',
      revealMethod: 'lottery',
      min: 500,
      max: 10_000,
      currency: 'GHS',
      sortBy: 'views',
      sortOrder: 'asc',
    },
    pages: 3,
  };

  test('is read back as it was written', () => {
    expect(read(homePath(address).slice(2))).toEqual(address);
  });

  test('without filters is bare', () => {
    expect(homePath({ filters: NO_FILTERS, pages: 1 })).toBe('/');
    expect(read('')).toEqual({ filters: NO_FILTERS, pages: 1 });
  });

  test.each([
    'type=gold',
    'sort_by=secret&sort_order=up',
    'amount_currency=GHS',
    'currency=EUR&reveal_method=magic',
    'currency=ngn',
    'min_amount=-5&max_amount=1e9',
    'min_amount=1.5',
    'pages=zero',
    'pages=0',
    'source=pwa',
  ])('leaves out what it does not understand: %s', (search) => {
    expect(read(search)).toEqual({ filters: NO_FILTERS, pages: 1 });
  });

  test('asks for no more than ten pages at once', () => {
    expect(read('pages=5000').pages).toBe(10);
  });
});

test('an order that has no name is read as the one that has', () => {
  expect(read('sort_by=ending_soon&sort_order=asc').filters).toMatchObject({
    sortBy: 'ending_soon',
    sortOrder: 'desc',
  });
});

test('the query of the list has only what differs from the default', () => {
  expect(listQuery(NO_FILTERS)).toEqual({});
  expect(listQuery({ ...NO_FILTERS, min: 0, sortOrder: 'asc' })).toEqual({
    min_amount: 0,
    sort_order: 'asc',
  });
});

test('sorting counts once, and filters nothing out', () => {
  const sorted = { ...NO_FILTERS, sortBy: 'views' as const, sortOrder: 'asc' as const };
  expect(countFilters(sorted)).toBe(1);
  expect(isFiltered(sorted)).toBe(false);
  expect(countFilters({ ...sorted, creator: 'ada', min: 1, max: 2 })).toBe(4);
  expect(isFiltered({ ...NO_FILTERS, type: 'goodies' })).toBe(true);
});

test('a currency and a way of opening each count, and leave something out', () => {
  const chosen = { ...NO_FILTERS, prizesIn: 'USD' as const, revealMethod: 'time' as const };
  expect(countFilters(chosen)).toBe(2);
  expect(isFiltered({ ...NO_FILTERS, prizesIn: 'USD' })).toBe(true);
  expect(isFiltered({ ...NO_FILTERS, revealMethod: 'time' })).toBe(true);
});
