import { expect, it } from 'vitest';

import { isPushDue } from './keep-push.ts';

const WEEK_MS = 604_800_000;
const SAVED_AT_MS = 1_000;

it.each([
  ['before 7 days', SAVED_AT_MS, SAVED_AT_MS + WEEK_MS - 1, 'granted', false],
  ['after 7 days', SAVED_AT_MS, SAVED_AT_MS + WEEK_MS, 'granted', true],
  ['at once where the clock was far ahead', SAVED_AT_MS + WEEK_MS, SAVED_AT_MS, 'granted', true],
  ['at once where the permission was taken back', SAVED_AT_MS, SAVED_AT_MS, 'denied', true],
  ['never while push is off', 0, SAVED_AT_MS + WEEK_MS, 'granted', false],
  ['never where there is none', SAVED_AT_MS, SAVED_AT_MS + WEEK_MS, undefined, false],
] as const)('is saved again: %s', (_when, savedAtMs, nowMs, permission, isDue) => {
  expect(isPushDue(savedAtMs, nowMs, permission)).toBe(isDue);
});
