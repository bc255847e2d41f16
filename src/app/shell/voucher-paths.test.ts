import { expect, test } from 'vitest';

import { isVoucherPage } from './voucher-paths.ts';

test.each([
  '/v/01AB',
  '/lv/01AB',
  '/v/01AB/fairness',
  '/my-vouchers',
  '/post-voucher',
  '/add-voucher',
  '/payment-voucher',
  '/voucher-analytics/01AB',
  '/allowed-users/01AB',
])('%s is about vouchers', (path) => {
  expect(isVoucherPage(path)).toBe(true);
});

test.each(['/', '/verify-email', '/wallet', '/payment', '/live'])('%s is not', (path) => {
  expect(isVoucherPage(path)).toBe(false);
});
