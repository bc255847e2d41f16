import { expect, test } from 'vitest';

import { isPastThreshold, pullOf } from './pull-to-refresh.tsx';

test.each([
  [-40, 0],
  [0, 0],
  [100, 50],
  [200, 100],
  [900, 100],
])('a finger that moved %i px pulls the page %i px', (distance, pull) => {
  expect(pullOf(distance)).toBe(pull);
});

test('80 px are enough to refresh, less is not', () => {
  expect(isPastThreshold(79.5)).toBe(false);
  expect(isPastThreshold(80)).toBe(true);
});
