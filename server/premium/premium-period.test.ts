import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../contract/durations.ts';
import { subscriptionOf } from './premium-period.ts';

const now = new Date('2026-11-02T09:00:00Z');
const after = (ms: number) => ({ premiumUntil: new Date(now.getTime() + ms) });

describe('the subscription', () => {
  it('counts a day that has begun', () => {
    expect(subscriptionOf(after(30 * DAY_MS), now).days_remaining).toBe(30);
    expect(subscriptionOf(after(DAY_MS + 1), now).days_remaining).toBe(2);
    expect(subscriptionOf(after(1), now)).toEqual({
      status: 'active',
      days_remaining: 1,
      plan: 'premium',
    });
  });

  it('is none before the first and after the last day', () => {
    const none = { status: 'none', days_remaining: 0, plan: null };
    expect(subscriptionOf({ premiumUntil: null }, now)).toEqual(none);
    expect(subscriptionOf(after(0), now)).toEqual(none);
    expect(subscriptionOf(after(-DAY_MS), now)).toEqual(none);
  });
});
