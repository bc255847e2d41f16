import { expect, it } from 'vitest';

import { pointsBadge } from './points-badge.ts';

it.each([
  [0, '0'],
  [1250, '1,250'],
  [99_999, '99,999'],
  [100_000, '10000'],
  [1_234_567, '12345'],
])('shows %d points as %s', (points, shown) => {
  expect(pointsBadge(points)).toBe(shown);
});
