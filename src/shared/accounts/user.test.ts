import { expect, test } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { daysLeft } from './user.ts';

const row = (days: number) => ({
  subscription: { status: 'active' as const, days_remaining: days, plan: 'premium' },
  fetchedAt: 1_000,
});

test.each([
  [17, 0, 17],
  [17, DAY_MS - 1, 17],
  [17, DAY_MS, 16],
  [17, 16 * DAY_MS, 1],
  [17, 40 * DAY_MS, 0],
  // A clock that was put back.
  [17, -DAY_MS, 17],
])('%i days, and %i ms later', (days, laterMs, left) => {
  expect(daysLeft(row(days), 1_000 + laterMs)).toBe(left);
});

test('none without a subscription', () => {
  expect(daysLeft({ subscription: null, fetchedAt: 0 }, 1)).toBe(0);
  const none = { status: 'none' as const, days_remaining: 0, plan: null };
  expect(daysLeft({ subscription: none, fetchedAt: 0 }, 1)).toBe(0);
});
