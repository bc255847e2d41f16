import { and, eq } from 'drizzle-orm';

import { PREMIUM_WAIT_MS, SKIP_WAIT_COST_COINS, WAIT_MS } from '../../../contract/constants.ts';
import { errorMessage } from '../../../contract/errors.ts';
import type { SubmitAnswer, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import type { Db } from '../../db/database.ts';
import { guessWaits } from '../../db/schema/giveaways.ts';
import { AppError } from '../../http/app-error.ts';
import type { Answer } from '../../http/idempotency.ts';
import { movePoints } from '../../rewards/points.ts';
import { nextNumber, recordGuess } from './record-guess.ts';
import { secondsUntil } from '../../vouchers/read-voucher.ts';
import type { Guess, SubmitDeps } from './guess.ts';
import { lockGuesser } from './lock-guesser.ts';
import { obeyLimits } from './obey-limits.ts';
import { readGuesserFacts } from './read-guesser-facts.ts';
import { weighGuess } from '../risk/weigh-guess.ts';
import { winGiveaway } from './win-giveaway.ts';

interface Attempt {
  readonly guess: Guess;
  readonly isPremium: boolean;
  /** Whether to skip a running wait for coins. */
  readonly usePoints: boolean;
  readonly now: Date;
}

/**
 * A guess where the first right one wins. A wrong one starts the guesser's wait on this voucher; the same
 * wrong code again costs nothing and starts none.
 * @throws AppError `wait` while one is running, `voucher_used` when another user was first, and those of `obeyLimits`;
 * `WorkNeeded`.
 */
export async function judgeGuess(
  tx: Db,
  deps: SubmitDeps,
  attempt: Attempt,
): Promise<Answer<SubmitAnswer | WrongGuessAnswer>> {
  const { guess, isPremium, usePoints, now } = attempt;
  const { voucher, userId } = guess;
  const lock = await lockGuesser(tx, guess, now);
  const facts = await readGuesserFacts(tx, deps.secrets, guess, now);
  const seconds = secondsUntil(lock.waitUntil, now.getTime());
  if (facts.sameGuessNumber !== null && !guess.isCorrect) {
    return wrongAnswer({ number: facts.sameGuessNumber, seconds, isPremium, points: facts.points });
  }
  const skips = seconds > 0;
  if (skips && (!usePoints || facts.points < SKIP_WAIT_COST_COINS))
    throw waitError(seconds, isPremium, facts.points);

  await obeyLimits(tx, userId, facts, now);
  const weighed = weighGuess(guess, facts, now);
  const completion = {
    status: 'completed',
    winnerId: userId,
    winningGuessNumber: nextNumber,
    completedAt: now,
    maskedCode: guess.code,
  } as const;
  const number = await recordGuess(
    tx,
    deps.secrets,
    weighed,
    now,
    guess.isCorrect ? completion : {},
  );
  if (number === undefined) throw new AppError('voucher_used');
  const points = skips
    ? await payForSkip(tx, attempt, lock.skips + 1, seconds, facts.points)
    : facts.points;
  if (guess.isCorrect) return winGiveaway(tx, deps, { guess, number, points, now });

  const waitMs = isPremium ? PREMIUM_WAIT_MS : WAIT_MS;
  await tx
    .update(guessWaits)
    .set({ waitUntil: new Date(now.getTime() + waitMs), skips: lock.skips + (skips ? 1 : 0) })
    .where(and(eq(guessWaits.voucherId, voucher.id), eq(guessWaits.userId, userId)));
  return wrongAnswer({ number, seconds: waitMs / 1000, isPremium, points });
}

/** @returns the coins left. The points are locked after the voucher, as everywhere. */
async function payForSkip(
  tx: Db,
  { guess, isPremium, now }: Attempt,
  skip: number,
  seconds: number,
  points: number,
): Promise<number> {
  const { voucher, userId } = guess;
  try {
    const paid = await movePoints(tx, {
      userId,
      delta: -SKIP_WAIT_COST_COINS,
      reason: 'skip_wait',
      reference: `skip:${voucher.id}:${userId}:${skip}`,
      now,
    });
    return paid.moved ? paid.balance : points;
  } catch (error) {
    // The coins went elsewhere a moment ago; this rolls the guess back as well.
    if (error instanceof AppError && error.code === 'not_enough_points')
      throw waitError(seconds, isPremium, points);
    throw error;
  }
}

const waitError = (seconds: number, isPremium: boolean, points: number): AppError =>
  new AppError('wait', {
    values: { seconds },
    details: {
      seconds_remaining: seconds,
      premium_upgrade: !isPremium,
      rate_limited: true,
      remaining_points: points,
    },
    retryAfterSeconds: seconds,
  });

interface Wrong {
  readonly number: number;
  readonly seconds: number;
  readonly isPremium: boolean;
  readonly points: number;
}

const wrongAnswer = ({ number, seconds, isPremium, points }: Wrong): Answer<WrongGuessAnswer> => ({
  status: 422,
  body: {
    success: false,
    code: 'wrong_guess',
    message: errorMessage('wrong_guess'),
    seconds_remaining: seconds,
    premium_upgrade: !isPremium,
    remaining_points: points,
    guess_number: number,
  },
});
