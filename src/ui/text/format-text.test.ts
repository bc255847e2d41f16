import { expect, test } from 'vitest';

import { plural } from './format-text.ts';

test.each([
  [1, '1 view'],
  [0, '0 views'],
  [12_345, '12,345 views'],
])('%i is said as %j', (count, text) => {
  expect(plural(count, 'view', 'views')).toBe(text);
});
