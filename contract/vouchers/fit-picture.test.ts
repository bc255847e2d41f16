import { expect, test } from 'vitest';

import { fitPicture } from './fit-picture.ts';

test.each([
  [
    { width: 4_000, height: 3_000 },
    { width: 1_280, height: 960 },
  ],
  [
    { width: 3_000, height: 4_000 },
    { width: 1_280, height: 1_707 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 1_000, height: 8_192 },
    { width: 500, height: 4_096 },
  ],
  [
    { width: 10_000, height: 1 },
    { width: 1_280, height: 1 },
  ],
])('%j is sent as %j', (size, sent) => {
  expect(fitPicture(size)).toEqual(sent);
});
