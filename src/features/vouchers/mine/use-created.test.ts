import { expect, test } from 'vitest';

import { createdPath, createdQuery, readCreatedAddress } from './use-created.ts';

test.each([
  ['', { filter: 'all', pages: 1 }],
  ['show=pending', { filter: 'pending', pages: 1 }],
  ['show=active&pages=3', { filter: 'active', pages: 3 }],
  ['show=used&pages=x', { filter: 'all', pages: 1 }],
  ['pages=-2', { filter: 'all', pages: 1 }],
  ['pages=9999999', { filter: 'all', pages: 100 }],
  ['new=01JD7Q4K', { filter: 'all', pages: 1, newUlid: '01JD7Q4K' }],
  ['reference=GDT-1&status=successful', { filter: 'all', pages: 1 }],
])('%j', (query, expected) => {
  expect(readCreatedAddress(new URLSearchParams(query))).toEqual(expected);
});

test('an address reads back as what it was made of', () => {
  expect(createdPath({ filter: 'all', pages: 1 })).toBe('/my-vouchers');
  const address = { filter: 'active', pages: 2 } as const;
  const path = createdPath(address);
  expect(readCreatedAddress(new URL(path, 'https://goodies.test').searchParams)).toEqual(address);
});

test('every page is asked for with the filter', () => {
  expect(createdQuery('pending', 1)).toEqual({ status: 'pending', page: 1 });
  expect(createdQuery('pending', 2)).toEqual({ status: 'pending', page: 2 });
  expect(createdQuery('all', 1)).toEqual({ page: 1 });
});
