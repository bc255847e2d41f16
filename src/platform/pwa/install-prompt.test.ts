import { expect, it } from 'vitest';

import { isSuppressed } from './install-prompt.ts';

const DISMISSED_AT = 1_000_000;
const THREE_DAYS_MS = 259_200_000;

it.each([
  ['never dismissed', 0, DISMISSED_AT, false],
  ['just dismissed', DISMISSED_AT, DISMISSED_AT, true],
  ['a moment before three days', DISMISSED_AT, DISMISSED_AT + THREE_DAYS_MS - 1, true],
  ['after three days', DISMISSED_AT, DISMISSED_AT + THREE_DAYS_MS, false],
])('%s', (_when, at, now, suppressed) => {
  expect(isSuppressed(at, now)).toBe(suppressed);
});
