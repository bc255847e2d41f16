import { expect, test } from 'vitest';

import {
  hasRevealed,
  isNearReveal,
  leftToGuess,
  shareOfTime,
  ticketVariantOf,
  viewsTarget,
} from './voucher-reveal.ts';

const voucher = {
  reveal_method: 'views',
  masked_digits: 4,
  masked_code: '48*0*17*369*5',
  views: 0,
  first_reveal_views: 5_000,
  second_reveal_views: 10_000,
} as const;

test.each([
  [0, 5_000],
  [4_999, 5_000],
  [5_000, 10_000],
  [10_000, 10_000],
  [12_000, 10_000],
])('with %i views the target is %i', (views, target) => {
  expect(viewsTarget({ ...voucher, views })).toBe(target);
});

test('two hidden digits have one threshold, other methods none', () => {
  expect(viewsTarget({ ...voucher, first_reveal_views: null })).toBe(10_000);
  expect(viewsTarget({ ...voucher, reveal_method: 'time' })).toBeUndefined();
});

test.each([
  [8_999, false],
  [9_000, true],
  [9_999, true],
  [10_000, false],
])('with %i views the hint shows: %s', (views, isShown) => {
  expect(isNearReveal({ ...voucher, first_reveal_views: null, views })).toBe(isShown);
});

test('what no view opens is named by its number', () => {
  expect(leftToGuess({ masked_code: '48*0*17369815' })).toBe(
    'The last 2 digits are yours to guess',
  );
  expect(leftToGuess({ masked_code: '48*0217369815' })).toBe('The last digit is yours to guess');
});

test('a digit has opened once fewer are hidden than at first', () => {
  expect(hasRevealed(voucher)).toBe(false);
  expect(hasRevealed({ ...voucher, masked_code: '4830*17*369*5' })).toBe(true);
});

test.each([
  ['active', 'views'],
  ['pending', 'views'],
  ['completed', 'used'],
  ['cancelled', 'used'],
] as const)('a voucher that is %s is printed on %s', (status, stock) => {
  expect(ticketVariantOf({ status, reveal_method: 'views' })).toBe(stock);
});

test.each([
  [0, 100, 25, 0.25],
  [0, 100, 200, 1],
  [50, 100, 0, 0],
  [100, 100, 100, 1],
])('from %i to %i, at %i, %d of the time has passed', (from, to, now, share) => {
  expect(shareOfTime(from, to, now)).toBe(share);
});
