import { and, eq, isNotNull, isNull } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';

/**
 * Keeps a user out from now on: every session ends, and none begins. What they own stays as it is.
 * @returns whether they were let in until now
 */
export async function blockUser(tx: Db, userId: number, now: Date): Promise<boolean> {
  const blocked = await tx
    .update(users)
    .set({ blockedAt: now })
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
    .returning({ id: users.id });
  if (blocked.length === 0) return false;
  await endSessions(tx, userId, now);
  return true;
}

/**
 * Lets a user sign in again. A session that began at the moment of the block ends now: it may be whom they were kept
 * out for.
 * @returns whether they were kept out until now
 */
export async function unblockUser(tx: Db, userId: number, now: Date): Promise<boolean> {
  const unblocked = await tx
    .update(users)
    .set({ blockedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)))
    .returning({ id: users.id });
  if (unblocked.length === 0) return false;
  await endSessions(tx, userId, now);
  return true;
}

const endSessions = (tx: Db, userId: number, now: Date): Promise<unknown> =>
  tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
