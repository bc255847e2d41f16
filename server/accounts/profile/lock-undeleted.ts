import { and, asc, isNull, sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';

/**
 * Which of these users have their account still, and keep it until the transaction is over: one that is being deleted
 * is waited for, and a deletion that begins later waits, and then finds what this transaction has paid.
 * @returns their ids
 */
export async function lockUndeleted(
  tx: Db,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    // One parameter: a statement takes no more than 65,535, and a lottery may have more winners.
    .where(and(sql`${users.id} = any(${sql.param([...userIds])}::int[])`, isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
