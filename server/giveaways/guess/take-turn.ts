import type { Db } from '../../db/database.ts';
import type { Secrets } from '../../secrets.ts';
import type { Guess } from './guess.ts';
import { lockGuessers, type GuessLock } from './lock-guessers.ts';
import { readGuesserFacts, type GuesserFacts } from './read-guesser-facts.ts';

/** What a guess is judged by. */
export interface Turn {
  readonly lock: GuessLock;
  readonly facts: GuesserFacts;
}

/** Waits until it is this guess's turn, and reads what it is judged by. */
export async function takeTurn(tx: Db, secrets: Secrets, guess: Guess): Promise<Turn> {
  const [turn] = await takeTurns(tx, secrets, [guess], true);
  if (!turn) throw new Error('a guess without its user');
  return turn;
}

/**
 * The same for guesses of different users. Both statements are sent at once.
 * @param mayWait whether to wait for a voucher that is ending
 */
export async function takeTurns(
  tx: Db,
  secrets: Secrets,
  guesses: readonly Guess[],
  mayWait: boolean,
): Promise<Turn[]> {
  const [locks, facts] = await Promise.all([
    lockGuessers(tx, guesses, mayWait),
    readGuesserFacts(tx, secrets, guesses),
  ]);
  return guesses.map((guess, place) => {
    const [lock, known] = [locks[place], facts[place]];
    if (!lock || !known) throw new Error(`a guess without its user ${guess.userId}`);
    return { lock, facts: known };
  });
}
