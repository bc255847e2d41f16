import { expect, it } from 'vitest';

import { percentile } from './percentiles.ts';

const HUNDRED = Array.from({ length: 100 }, (_, at) => 100 - at);

it.each([
  [0.5, 50],
  [0.99, 99],
  [1, 100],
  [0, 1],
])('finds the value that a share of %s does not exceed', (share, value) => {
  expect(percentile(HUNDRED, share)).toBe(value);
});

it('takes the only one for all', () => {
  expect(percentile([7], 0.99)).toBe(7);
});

it('knows none of nothing', () => {
  expect(percentile([], 0.5)).toBeNaN();
});
