import type { Db } from '../../db/database.ts';
import { guessWaits } from '../../db/schema/giveaways.ts';

/** The wait of one user on one voucher, locked until the transaction ends. */
export interface GuessLock {
  readonly waitUntil: Date;
  readonly skips: number;
}

const NO_WAIT = new Date(0);

/**
 * Locks one user's guesses on one voucher: at the same moment, each waits for the commit of the one before.
 * @returns the row as the one before left it.
 */
export async function lockGuesser(tx: Db, voucherId: number, userId: number): Promise<GuessLock> {
  const [lock] = await tx
    .insert(guessWaits)
    .values({ voucherId, userId, waitUntil: NO_WAIT })
    // Writes what is there already: a conflict that changes nothing would neither lock nor return the row.
    .onConflictDoUpdate({ target: [guessWaits.voucherId, guessWaits.userId], set: { userId } })
    .returning({ waitUntil: guessWaits.waitUntil, skips: guessWaits.skips });
  if (!lock) throw new Error('the guesser was not locked');
  return lock;
}
