import { expect, test } from 'vitest';

import { durationText } from './safety.tsx';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, 'At once'],
  [1, '1 s'],
  [90 * SECOND, '90 s'],
  [2 * MINUTE + 1, '3 min'],
  [HOUR, '1 h'],
  [2 * HOUR + 28 * MINUTE + 30 * SECOND, '2 h 29 min'],
  [DAY - 1, '24 h'],
  [DAY, '1 day'],
  [10 * DAY + 10 * HOUR - 90 * SECOND, '10 days 10 h'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
