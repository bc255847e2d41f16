import { DAY_MS } from '../../../contract/durations.ts';
import { AppError } from '../../http/app-error.ts';
import type { Db } from '../../db/database.ts';
import { hitsInWindow } from '../../http/rate-limit.ts';
import type { GuesserFacts } from './read-guesser-facts.ts';

/**
 * Holds a user to the limits that they set themself, in the transaction of the guess: one that is refused afterwards
 * is not counted. Only of who has a cap are guesses counted, so nobody else's costs a statement more.
 * @throws AppError `on_break`, `guesses_used_up`
 */
export async function obeyLimits(
  tx: Db,
  userId: number,
  { guessesPerDay, breakUntil }: Pick<GuesserFacts, 'guessesPerDay' | 'breakUntil'>,
  now: Date,
): Promise<void> {
  const nowMs = now.getTime();
  if (breakUntil && breakUntil > now) {
    const until = `${breakUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    throw new AppError('on_break', { values: { until } });
  }
  if (guessesPerDay === null) return;
  const hits = await hitsInWindow(tx, `guesses:user:${userId}`, DAY_MS, nowMs);
  if (hits <= guessesPerDay) return;
  throw new AppError('guesses_used_up', {
    values: { max: guessesPerDay },
    retryAfterSeconds: (DAY_MS - (nowMs % DAY_MS)) / 1000,
  });
}
