import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  formatCount,
  formatMoney,
  nameMoney,
  spokenMoney,
  exactFigures,
  formatExact,
  formatExactMinor,
} from './format-money.ts';

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

test('a name has the gap that is drawn after letters', () => {
  expect(nameMoney(12_000, 'KES')).toBe('KSh 12,000');
  expect(nameMoney(350, 'GHS')).toBe('GH₵350');
  expect(nameMoney(25_000, 'NGN')).toBe('₦25,000');
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

test.each([
  [5_000, 'NGN', '₦5,000'],
  [0.5, 'USD', '$0.50'],
  [1_234.05, 'USD', '$1,234.05'],
  [12_345_678, 'KES', 'KSh12,345,678'],
])('%d %s is %s', (amount, currency, shown) => {
  expect(formatExact(amount, currency)).toBe(shown);
});

test('minor units come out as the same amount', () => {
  expect(formatExactMinor(507n, 'USD')).toBe('$5.07');
  expect(formatExactMinor(510_000n, 'NGN')).toBe('₦5,100');
});

test('figures are those of en-NG', () => {
  const whole = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });
  const cents = new Intl.NumberFormat('en-NG', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (minor) => {
      const amount = minor / 100;
      expect(exactFigures(amount)).toBe((minor % 100 === 0 ? whole : cents).format(amount));
    }),
  );
});
