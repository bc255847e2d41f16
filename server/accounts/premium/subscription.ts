import { DAY_MS } from '../../../contract/durations.ts';
import type { SubscriptionAnswer } from '../../../contract/accounts.ts';
import { PREMIUM_EXTEND_WITHIN_DAYS } from '../../../contract/constants.ts';
import type { UserRow } from '../present-user.ts';

/** A user's premium plan; a day that has begun counts as remaining. */
export function subscriptionOf(
  user: Pick<UserRow, 'premiumUntil'>,
  now: Date,
): NonNullable<SubscriptionAnswer['subscription']> {
  const remainingMs = (user.premiumUntil?.getTime() ?? 0) - now.getTime();
  if (remainingMs <= 0) return { status: 'none', days_remaining: 0, plan: null };
  return { status: 'active', days_remaining: Math.ceil(remainingMs / DAY_MS), plan: 'premium' };
}

/** Whether a plan can be added to what is left of premium. */
export const mayExtendPremium = (
  { premiumUntil }: Pick<UserRow, 'premiumUntil'>,
  now: Date,
): boolean => (premiumUntil?.getTime() ?? 0) - now.getTime() <= PREMIUM_EXTEND_WITHIN_DAYS * DAY_MS;
