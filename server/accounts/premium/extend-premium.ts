import { eq } from 'drizzle-orm';

import { PREMIUM_DAYS } from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { mayExtendPremium } from './subscription.ts';

/** The time of premium that a plan gives. */
export interface PremiumPeriod {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Adds a plan's days to a user's premium: from now, or from the end of what is left. Locks the user's row, so
 * that of two at once the second sees the first.
 * @returns undefined, and nothing has changed, while too much is left for a plan to be added
 */
export async function extendPremium(
  tx: Db,
  userId: number,
  now: Date,
): Promise<PremiumPeriod | undefined> {
  const [user] = await tx
    .select({ premiumUntil: users.premiumUntil })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user || !mayExtendPremium(user, now)) return undefined;
  const from = new Date(Math.max(user.premiumUntil?.getTime() ?? 0, now.getTime()));
  const until = new Date(from.getTime() + PREMIUM_DAYS * DAY_MS);
  await tx.update(users).set({ premiumUntil: until }).where(eq(users.id, userId));
  return { from, until };
}
