import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';

/** Tells these locks from other ones on two numbers. */
const GIVEAWAY_LOCK = 1;

/**
 * The lock on a giveaway's being open, as SQL: guesses share it, so that none waits for another, and what ends the
 * giveaway has it alone. PostgreSQL hands it out in the order in which it was asked for, so a crowd of guesses
 * cannot keep an end from coming. Taken before the voucher's row is.
 */
export const lockOpen = (voucherId: SQL, isEnd: SQL): SQL => sql`case when ${isEnd}
  then pg_advisory_xact_lock(${sql.raw(`${GIVEAWAY_LOCK}`)}, ${voucherId})
  else pg_advisory_xact_lock_shared(${sql.raw(`${GIVEAWAY_LOCK}`)}, ${voucherId}) end`;

/** Lets the guesses that are on their way arrive, and no others, until the transaction that ends a giveaway is over. */
export async function closeToGuesses(tx: Db, voucherId: number): Promise<void> {
  await tx.execute(sql`select ${lockOpen(sql`${voucherId}::int`, sql`true`)}`);
}

/** How many guesses a voucher has, as SQL for its row; exact once it is closed. */
export const allGuesses = sql<number>`(select count(*)::int from ${guesses} where ${guesses.voucherId} = ${vouchers.id})`;
