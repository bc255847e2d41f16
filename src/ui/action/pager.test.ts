import { expect, test } from 'vitest';

import { pagerWindow } from './pager.tsx';

test.each([
  [1, 20, [1, 2, 3, 4, 5]],
  [2, 20, [1, 2, 3, 4, 5]],
  [7, 20, [5, 6, 7, 8, 9]],
  [20, 20, [16, 17, 18, 19, 20]],
  [19, 20, [16, 17, 18, 19, 20]],
  [2, 3, [1, 2, 3]],
  [1, 1, [1]],
  [1, 0, [1]],
])('page %i of %i offers %j', (current, last, pages) => {
  expect(pagerWindow(current, last)).toEqual(pages);
});
