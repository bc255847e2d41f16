import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import type { Db } from '../../../server/db/database.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { sessions } from '../../../server/db/schema/accounts.ts';
import { inTransaction } from '../../../server/db/transaction.ts';

/** How many transactions wait for another one. */
async function countWaiting(db: Db): Promise<number | undefined> {
  const [row] = await queryRows<{ n: number }>(db)`
    select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`;
  return row?.n;
}

/**
 * Has one thing begin, keeps it from its end by a lock that it needs late, and has another begin meanwhile.
 * @returns what became of either
 */
export async function meet(
  db: Db,
  keep: (tx: Db) => Promise<unknown>,
  first: () => Promise<string>,
  second: () => Promise<string>,
): Promise<readonly string[]> {
  const both = await inTransaction(db, async (tx) => {
    await keep(tx);
    const one = first();
    await expect.poll(() => countWaiting(db)).toBe(1);
    let isOver = false;
    const other = second().finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await countWaiting(db)) === 2).toBe(true);
    return [one, other];
  });
  return Promise.all(both);
}

/** Keeps what ends this user's sessions from doing so. */
export const keepSessions =
  ({ userId }: { readonly userId: number }) =>
  (tx: Db): Promise<unknown> =>
    tx.select().from(sessions).where(eq(sessions.userId, userId)).for('update');
