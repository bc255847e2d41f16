import { expect, test } from 'vitest';

import { checkSplit } from './split-voucher.tsx';

test.each([
  ['', 'Please enter a valid amount'],
  ['0', 'Please enter a valid amount'],
  ['9.99', 'Amount must be at least 10'],
  ['4990.01', 'Amount must be less than 4990'],
  ['5000', 'Amount must be less than 4990'],
])('%j of 5,000 is refused', (text, message) => {
  expect(checkSplit(text, 5_000)).toEqual({ ok: false, errors: { first: message } });
});

test.each([
  ['10', 5_000, { first: 10, second: 4_990 }],
  ['4990', 5_000, { first: 4_990, second: 10 }],
  ['10.1', 20.3, { first: 10.1, second: 10.2 }],
])('%s of %d leaves no unit behind', (text, whole, parts) => {
  expect(checkSplit(text, whole)).toEqual({ ok: true, order: parts });
});
