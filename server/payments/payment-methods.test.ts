import { expect, it } from 'vitest';

import { readPhone } from './payment-methods.ts';

it.each([
  ['0712 345 678', 'KES', '254712345678'],
  ['0233123456', 'GHS', '233233123456'],
] as const)('a payer’s phone %s is charged in %s as %s', (typed, currency, charged) => {
  expect(readPhone(typed, currency)).toBe(charged);
});

it.each([
  ['0812345678', 'KES'],
  ['0712345678', 'USD'],
] as const)('%s pays nothing in %s', (typed, currency) => {
  expect(() => readPhone(typed, currency)).toThrow('is not a phone number of this country');
});
