import { expect, test } from 'vitest';

import { formatExact, formatExactMinor } from './format-exact.ts';

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
