import { expect, it } from 'vitest';

import { percentile } from './statistics.ts';

const HUNDRED = Array.from({ length: 100 }, (_, at) => 100 - at);

it.each([
  ['a hundred values', 0.5, HUNDRED, 50],
  ['a hundred values', 0.99, HUNDRED, 99],
  ['a hundred values', 1, HUNDRED, 100],
  ['a hundred values', 0, HUNDRED, 1],
  ['a single value', 0.99, [7], 7],
  ['no values', 0.5, [], Number.NaN],
])('of %s finds the one that a share of %s does not exceed', (_, share, values, value) => {
  expect(percentile(values, share)).toBe(value);
});
