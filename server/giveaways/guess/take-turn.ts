import type { Db } from '../../db/database.ts';
import type { Secrets } from '../../config/secrets.ts';
import { firstAnswer, type Answer } from '../../http/idempotency.ts';
import type { Guess, JudgedGuess } from './guess.ts';
import { lockGuessers, type GuessLock, type Lock } from './lock-guessers.ts';
import { readGuesserFacts, type GuesserFacts } from './read-guesser-facts.ts';

/** What a guess is judged by. */
export interface Turn {
  readonly lock: GuessLock;
  readonly facts: GuesserFacts;
}

/**
 * Waits until it is this guess's turn, and reads what it is judged by.
 * @param mayEnd whether a right guess has the voucher alone
 */
export async function takeTurn(
  tx: Db,
  secrets: Secrets,
  guess: Guess,
  mayEnd = false,
): Promise<Turn> {
  const [turn] = await takeTurns(tx, secrets, [guess], { mayWait: true, mayEnd });
  if (!turn) throw new Error('a guess without its user');
  return turn;
}

/** The same for guesses of different users. Both statements are sent at once. */
export async function takeTurns(
  tx: Db,
  secrets: Secrets,
  guesses: readonly Guess[],
  lock: Lock,
): Promise<Turn[]> {
  const [locks, facts] = await Promise.all([
    lockGuessers(tx, guesses, lock),
    readGuesserFacts(tx, secrets, guesses),
  ]);
  return guesses.map((guess, place) => {
    const [lock, known] = [locks[place], facts[place]];
    if (!lock || !known) throw new Error(`a guess without its user ${guess.userId}`);
    return { lock, facts: known };
  });
}

/**
 * The answer that stands under the guess's key already, which counts whatever the guess is.
 * @throws AppError `idempotency_key_reused` where it is another request's
 */
export const answerBefore = async (
  tx: Db,
  { requestKey, at }: Guess,
  { isKeyTaken }: GuesserFacts,
): Promise<Answer<JudgedGuess['body']> | undefined> =>
  isKeyTaken ? firstAnswer(tx, requestKey, at) : undefined;
