import { expect, test } from 'vitest';

import { punchedHoles } from './reveal-strips.tsx';

test.each([
  [0, 10_000, 20, 0],
  [8_412, 10_000, 20, 16],
  [9_999, 10_000, 20, 19],
  [10_000, 10_000, 20, 20],
  [12_000, 10_000, 20, 20],
  [8_412, 10_000, 12, 10],
  [3, 0, 20, 20],
])('%i of %i views punch of %i holes %i', (views, target, holes, punched) => {
  expect(punchedHoles(views, target, holes)).toBe(punched);
});
