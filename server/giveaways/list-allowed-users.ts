import { asc, desc, eq } from 'drizzle-orm';

import type { AllowedUser } from '../../contract/analytics.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { allowedUsers } from '../db/schema/giveaways.ts';

/** Who may guess on a private giveaway, last added first. */
export async function listAllowedUsers(db: Db, voucherId: number): Promise<AllowedUser[]> {
  const rows = await db
    .select({
      id: users.id,
      username: users.username,
      avatar: users.avatar,
      addedAt: allowedUsers.createdAt,
    })
    .from(allowedUsers)
    .innerJoin(users, eq(users.id, allowedUsers.userId))
    .where(eq(allowedUsers.voucherId, voucherId))
    .orderBy(desc(allowedUsers.createdAt), asc(users.username));
  return rows.map(({ addedAt, ...user }) => ({ ...user, added_at: addedAt.toISOString() }));
}
