import { asc, desc, eq, sql } from 'drizzle-orm';

import type { AllowedUser } from '../../contract/analytics.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { allowedUsers } from '../db/schema/giveaways.ts';

/**
 * Who may guess on a private giveaway, as they were named, last added first. No picture: it would tell that
 * there is a user of that name.
 */
export async function listAllowedUsers(db: Db, voucherId: number): Promise<AllowedUser[]> {
  const username = sql<string>`coalesce(${allowedUsers.login}, ${users.username})`;
  const rows = await db
    .select({ id: allowedUsers.id, username, addedAt: allowedUsers.createdAt })
    .from(allowedUsers)
    .leftJoin(users, eq(users.id, allowedUsers.userId))
    .where(eq(allowedUsers.voucherId, voucherId))
    .orderBy(desc(allowedUsers.createdAt), asc(username));
  return rows.map(({ addedAt, ...named }) => ({
    ...named,
    avatar: null,
    added_at: addedAt.toISOString(),
  }));
}
