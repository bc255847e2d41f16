import { expect, it } from 'vitest';

import { queryWithReferral, referralCodeIn } from './referral.ts';

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

it.each([
  ['', 'https://goodies.test/welcome?ref=AB12CD', '?ref=AB12CD'],
  ['?ref=EF34GH', 'https://goodies.test/?ref=AB12CD', '?ref=EF34GH'],
  ['?next=%2F', 'https://elsewhere.test/?ref=AB12CD', '?next=%2F'],
  ['', '', ''],
])('looks for the code in %j, after %j', (search, referrer, found) => {
  expect(queryWithReferral(search, referrer, 'https://goodies.test')).toBe(found);
});
