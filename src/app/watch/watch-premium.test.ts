import { expect, test } from 'vitest';

import { hasChanged } from './watch-premium.ts';

const member = (id: number, isPremium: boolean) => ({ id, is_premium: isPremium });

test.each([
  ['a user who became premium', member(1, false), member(1, true), true],
  ['one whose time has run out', member(1, true), member(1, false), true],
  ['the same as before', member(1, true), member(1, true), false],
  ['another user', member(1, true), member(2, false), false],
  ['a sign-in', undefined, member(1, true), false],
  ['a sign-out', member(1, true), undefined, false],
])('%s', (_, before, now, expected) => {
  expect(hasChanged(before, now)).toBe(expected);
});
