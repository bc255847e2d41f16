import { and, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { UserRow } from './present-user.ts';

/**
 * Adds coins to a user's balance, or takes some away where `delta` is negative. Locks the user's row.
 * @returns the new balance, where the user lives, and whether the account was deleted; undefined when it would go below zero, and nothing has changed.
 */
export async function addPoints(
  tx: Db,
  userId: number,
  delta: number,
): Promise<Pick<UserRow, 'points' | 'region' | 'deletedAt'> | undefined> {
  const [user] = await tx
    .update(users)
    .set({ points: sql`${users.points} + ${delta}` })
    // The CHECK would refuse it as well, but an error from the database leaves no transaction to work in.
    .where(and(eq(users.id, userId), sql`${users.points} + ${delta} >= 0`))
    .returning({ points: users.points, region: users.region, deletedAt: users.deletedAt });
  return user;
}
