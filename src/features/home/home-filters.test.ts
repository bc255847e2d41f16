import { describe, expect, test } from 'vitest';

import {
  countFilters,
  filtersOf,
  homePath,
  isFiltered,
  isOwnFirst,
  readHomeAddress,
  type HomeAddress,
} from './home-filters.ts';

const read = (search: string): HomeAddress => readHomeAddress(new URLSearchParams(search));

describe('the address of home', () => {
  const address: HomeAddress = {
    filters: {
      type: 'mobile',
      creator_name: 'ada & co',
      currency: 'KES',
      reveal_method: 'lottery',
      min_amount: 500,
      max_amount: 10_000,
      amount_currency: 'GHS',
      sort_by: 'views',
      sort_order: 'asc',
    },
    pages: 3,
    others: 2,
  };

  test('is read back as it was written', () => {
    expect(read(homePath(address).slice(2))).toEqual(address);
  });

  test('without filters is bare', () => {
    expect(homePath({})).toBe('/');
    expect(read('')).toEqual({ filters: {}, pages: 1, others: 1 });
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
    expect(read(search)).toEqual({ filters: {}, pages: 1, others: 1 });
  });

  test('asks for no more than ten pages at once', () => {
    expect(read('pages=5000&others=5000')).toMatchObject({ pages: 10, others: 10 });
  });
});

test('an order that has no name is read as the one that has', () => {
  expect(read('sort_by=ending_soon&sort_order=asc').filters).toEqual({ sort_by: 'ending_soon' });
});

test('the query of the list has only what differs from the default', () => {
  const chosen = { creator_name: '', type: undefined, min_amount: 0 };
  expect(filtersOf({ ...chosen, sort_by: 'nearly_open', sort_order: 'desc' })).toEqual({
    min_amount: 0,
  });
  expect(filtersOf({ sort_by: 'amount', sort_order: 'desc' })).toEqual({ sort_by: 'amount' });
});

test.each([
  [{}, true],
  [{ type: 'mobile', creator_name: 'ada', min_amount: 5 }, true],
  [{ currency: 'GHS' }, false],
  [{ sort_by: 'amount' }, false],
] as const)(
  'the own currency comes first unless another order or currency is chosen: %o',
  (filters, isFirst) => {
    expect(isOwnFirst(filters)).toBe(isFirst);
  },
);

test('sorting counts once, and filters nothing out', () => {
  const sorted = { sort_by: 'views', sort_order: 'asc' } as const;
  expect(countFilters(sorted)).toBe(1);
  expect(isFiltered(sorted)).toBe(false);
  expect(countFilters({ ...sorted, creator_name: 'ada', min_amount: 1, max_amount: 2 })).toBe(4);
  expect(isFiltered({ type: 'goodies' })).toBe(true);
});

test('a currency and a way of opening each count, and leave something out', () => {
  expect(countFilters({ currency: 'USD', reveal_method: 'time' })).toBe(2);
  expect(isFiltered({ currency: 'USD' })).toBe(true);
  expect(isFiltered({ reveal_method: 'time' })).toBe(true);
});
