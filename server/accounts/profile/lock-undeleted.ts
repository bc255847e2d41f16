import { and, asc, isNull, sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { AppError } from '../../http/app-error.ts';

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
    .where(
      and(
        sql`${users.id} = any((select ${sql.param([...userIds])}::int[])::int[])`,
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/**
 * Keeps the account of a user until the transaction is over.
 * @throws AppError `unauthenticated` where it was deleted meanwhile
 */
export async function keepAccount(tx: Db, userId: number): Promise<void> {
  if ((await lockUndeleted(tx, [userId])).size === 0) throw new AppError('unauthenticated');
}
