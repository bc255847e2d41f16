import { expect, it } from 'vitest';

import { documentWithoutVoucher, voucherAddress } from './voucher-address.ts';

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
  ['/v/x~', 'voucher.html'],
  ['/V/a-b', 'voucher.html'],
  ['/lv/x.png', 'live.html'],
  ['/v/x/fairness', undefined],
  ['/v/', undefined],
  ['/wallet', undefined],
])('%s without a voucher is %s', (path, document) => {
  expect(documentWithoutVoucher(path)).toBe(document);
});
