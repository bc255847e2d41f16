import type { Db } from '../../db/database.ts';
import type { Secrets } from '../../secrets.ts';
import type { Guess } from './guess.ts';
import { lockGuesser, type GuessLock } from './lock-guesser.ts';
import { readGuesserFacts, type GuesserFacts } from './read-guesser-facts.ts';

/** Waits until it is this guess's turn, and reads what it is judged by. Both are sent at once. */
export async function takeTurn(
  tx: Db,
  secrets: Secrets,
  guess: Guess,
  now: Date,
): Promise<{ readonly lock: GuessLock; readonly facts: GuesserFacts }> {
  const [lock, facts] = await Promise.all([
    lockGuesser(tx, guess, now),
    readGuesserFacts(tx, secrets, guess, now),
  ]);
  return { lock, facts };
}
