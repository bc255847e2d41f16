import fc from 'fast-check';
import { expect, test } from 'vitest';

import { exactFigures, formatExact, formatExactMinor } from './format-exact.ts';

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
