import { and, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/**
 * Adds coins to a user's balance, or takes some away where `delta` is negative. Locks the user's row.
 * @returns the new balance, and where the user lives; undefined when it would go below zero, and nothing has changed.
 */
export async function addPoints(
  tx: Db,
  userId: number,
  delta: number,
): Promise<{ readonly points: number; readonly region: string } | undefined> {
  const [user] = await tx
    .update(users)
    .set({ points: sql`${users.points} + ${delta}` })
    // The CHECK would refuse it as well, but an error from the database leaves no transaction to work in.
    .where(and(eq(users.id, userId), sql`${users.points} + ${delta} >= 0`))
    .returning({ points: users.points, region: users.region });
  return user;
}
