import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatCount, formatMoney, spokenMoney } from './format-money.ts';

test.each([
  [25_000, 'NGN', '₦25,000'],
  [350, 'GHS', 'GH₵350'],
  [12_000, 'KES', 'KSh12,000'],
  [0, 'NGN', '₦0'],
  [99.99, 'NGN', '₦99'],
  [0.5, 'USD', '$0.50'],
  [0.99, 'USD', '$0.99'],
  [-0.01, 'GHS', '−GH₵0.01'],
  [-5_100, 'NGN', '−₦5,100'],
  [7, 'XOF', 'XOF7'],
  [Number.NaN, 'NGN', 'Invalid amount'],
  [Number.POSITIVE_INFINITY, 'NGN', 'Invalid amount'],
])('%d %s is shown as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});

test('it is spoken with the name of the currency', () => {
  expect(spokenMoney(25_000, 'NGN')).toBe('25,000 naira');
  expect(spokenMoney(-350, 'GHS')).toBe('minus 350 cedis');
  expect(spokenMoney(0.5, 'USD')).toBe('0.50 US dollars');
});

test('counts are grouped as en-NG does', () => {
  const format = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });
  expect(formatCount(1_234_567)).toBe('1,234,567');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(format.format(count));
    }),
  );
});
