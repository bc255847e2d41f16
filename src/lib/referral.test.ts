import { expect, it } from 'vitest';

import { referralCodeIn } from './referral.ts';

it.each([
  ['?ref=AB12CD', 'AB12CD'],
  ['?a=1&ref=ab12cd', 'AB12CD'],
  ['?ref=%20AB12%20', 'AB12'],
])('finds the code in %s', (search, code) => {
  expect(referralCodeIn(search)).toBe(code);
});

it.each(['', '?ref=', '?ref=a', '?ref=<script>', '?ref=AB12%26x', `?ref=${'A'.repeat(17)}`])(
  'takes nothing from %s',
  (search) => {
    expect(referralCodeIn(search)).toBeUndefined();
  },
);
