import { expect, it } from 'vitest';

import { queryWithReferral, referralCodeIn } from './referral.ts';

it.each([
  ['?ref=AB12CD', 'AB12CD'],
  ['?a=1&ref=ab12cd', 'AB12CD'],
  ['?ref=%20AB12%20', 'AB12'],
  ['?ref=AB12CD.', 'AB12CD'],
  ['?ref=ab12cd)', 'AB12CD'],
  ['?ref=AB12CD%E2%80%8B', 'AB12CD'],
  ['?ref=%E2%80%8BAB12CD', 'AB12CD'],
  ['?ref=AB12CD?fbclid=1', 'AB12CD'],
  ['?ref=AB12CD%26fbclid%3D1', 'AB12CD'],
])('finds the code in %s', (search, code) => {
  expect(referralCodeIn(search)).toBe(code);
});

it.each(['', '?ref=', '?ref=a', '?ref=<script>', '?ref=ab%20cd12', `?ref=${'A'.repeat(17)}`])(
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
