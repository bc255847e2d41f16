import { expect, it } from 'vitest';

import { isVoucherPage, voucherAddress } from './voucher-address.ts';

it.each([
  ['/v/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/v/01arz3ndektsv4rrffq69g5fav', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/v/01ARZ3NDEKTSV4RRFFQ69G5FAV/', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/v/7', '/v/7'],
  ['/v/007', '/v/7'],
  ['/v/0', '/v/0'],
  ['/lv/007', '/lv/7'],
  // A payment voucher's code: its zeros are digits of it.
  ['/v/0123456789012', '/v/0123456789012'],
])('knows %s as one page', (path, canonical) => {
  expect(voucherAddress(path)?.path).toBe(canonical);
});

it.each(['/', '/v', '/v/', '/v/a-b', '/v/7/fairness', `/v/${'1'.repeat(27)}`, '/V/7'])(
  'leaves %s alone',
  (path) => {
    expect(voucherAddress(path)).toBeUndefined();
  },
);

it.each([
  ['/v/x~', true],
  ['/V/a-b', true],
  ['/lv/x.png', true],
  ['/v/x~/fairness', true],
  ['/v/', false],
  ['/v/a/b', false],
  ['/wallet', false],
])('%s is a voucher’s page, whatever it names: %s', (path, is) => {
  expect(isVoucherPage(path)).toBe(is);
});
