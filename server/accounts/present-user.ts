import type { User } from '../../contract/accounts.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { users } from '../db/schema/accounts.ts';

export type UserRow = typeof users.$inferSelect;

export const isPremium = (user: Pick<UserRow, 'premiumUntil'>, now: Date): boolean =>
  user.premiumUntil !== null && user.premiumUntil > now;

/** A user as the API shows one to themself. */
export function presentUser(user: UserRow, now: Date): User {
  const region = normaliseRegion(user.region);
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    avatar: user.avatar,
    points: user.points,
    is_premium: isPremium(user, now),
    region,
    country_code: REGIONS[region].code,
    hasMerchant: false,
    referral_code: user.referralCode,
    created_at: user.createdAt.toISOString(),
    has_pin: user.pinHash !== null,
    has_password: user.passwordHash !== null,
  };
}
