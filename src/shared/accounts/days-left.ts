import { DAY_MS } from '../../../contract/durations.ts';
import type { UserRow } from '../../../local/rows.ts';

/** Days of premium that are left at a moment, a begun one whole: what the server said, less the days since. */
export function daysLeft(
  { subscription, fetchedAt }: Pick<UserRow, 'subscription' | 'fetchedAt'>,
  nowMs: number,
): number {
  if (subscription?.status !== 'active') return 0;
  const passed = Math.floor(Math.max(0, nowMs - fetchedAt) / DAY_MS);
  return Math.max(0, subscription.days_remaining - passed);
}
