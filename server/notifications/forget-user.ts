import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import {
  notificationPreferences,
  notifications,
  pushTokens,
  voucherFollows,
} from '../db/schema/notifications.ts';

/**
 * Deletes what a user was told, their devices that it was pushed to, what they follow and has chosen, inside the
 * transaction that deletes the account.
 */
export async function forgetUser(tx: Db, userId: number): Promise<void> {
  await tx.delete(pushTokens).where(eq(pushTokens.userId, userId));
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(voucherFollows).where(eq(voucherFollows.userId, userId));
  await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
}
