import { expect, test } from 'vitest';

import { formatBytes } from './format-bytes.ts';

test.each([
  [12, '1 KB'],
  [840_200, '840 KB'],
  [2_100_000, '2.1 MB'],
  [24_600_000, '25 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
