import { expect, test } from 'vitest';

import { fitPicture } from './fit-picture.ts';

test.each([
  [4_000, 3_000, 1_280, 960],
  [3_000, 4_000, 1_280, 1_707],
  [800, 600, 800, 600],
  [1_000, 8_192, 500, 4_096],
  [10_000, 1, 1_280, 1],
])('a picture of %d × %d is sent as %d × %d', (width, height, sentWidth, sentHeight) => {
  expect(fitPicture({ width, height })).toEqual({ width: sentWidth, height: sentHeight });
});
