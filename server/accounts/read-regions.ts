import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/** Where users live, by their ids. */
export async function readRegions(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: users.id, region: users.region })
    .from(users)
    // One parameter: a statement takes no more than 65,535, and a lottery may have more winners.
    .where(sql`${users.id} = any(${sql.param([...userIds])}::int[])`);
  return new Map(rows.map(({ id, region }) => [id, region]));
}
