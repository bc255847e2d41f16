import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';

/** Tells these locks from other ones on two numbers. */
const KIND = sql.raw('1');

/**
 * The lock on a giveaway's being open, as SQL: guesses share it, so that none waits for another, and what ends the
 * giveaway has it alone. PostgreSQL hands it out in the order in which it was asked for, so a crowd of guesses
 * cannot keep an end from coming. Taken before the voucher's row is.
 */
const lockOpen = (voucherId: SQL, isEnd: SQL): SQL => sql`case when ${isEnd}
  then pg_advisory_xact_lock(${KIND}, ${voucherId}) else pg_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

/** The same for a guess: whether it has the lock, which it always has where it may wait for it. */
export const isHeldOpen = (voucherId: SQL, isEnd: SQL, mayWait: SQL): SQL<boolean> =>
  sql<boolean>`case when ${mayWait} then (${lockOpen(voucherId, isEnd)}) is not null
  else pg_try_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

/** Lets the guesses that are on their way arrive, and no others, until the transaction that ends a giveaway is over. */
export async function closeToGuesses(tx: Db, voucherId: number): Promise<void> {
  await tx.execute(sql`select ${lockOpen(sql`${voucherId}::int`, sql`true`)}`);
}

/** How many guesses a voucher has, as SQL for its row; exact once it is closed. */
export const allGuesses = sql<number>`(select count(*)::int from ${guesses} where ${guesses.voucherId} = ${vouchers.id})`;
