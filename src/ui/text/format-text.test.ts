import { expect, test } from 'vitest';

import { plural, formatBytes } from './format-text.ts';

test.each([
  [1, '1 view'],
  [0, '0 views'],
  [12_345, '12,345 views'],
])('%i is said as %j', (count, text) => {
  expect(plural(count, 'view', 'views')).toBe(text);
});

test.each([
  [12, '1 KB'],
  [840_200, '840 KB'],
  [2_100_000, '2.1 MB'],
  [24_600_000, '25 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
