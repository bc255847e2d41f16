import { PREMIUM_WAIT_MS, SKIP_WAIT_COST_COINS, WAIT_MS } from '../../../contract/constants.ts';
import { errorMessage } from '../../../contract/errors.ts';
import type { WrongGuessAnswer } from '../../../contract/vouchers.ts';
import type { Db } from '../../db/database.ts';
import type { WithCommit } from '../../db/transaction.ts';
import { AppError } from '../../http/app-error.ts';
import { noRoomForKey, storeAnswer, type Answer } from '../../http/idempotency.ts';
import { movePoints } from '../../rewards/points.ts';
import { recordGuess } from './record-guess.ts';
import { secondsUntil } from '../../vouchers/read-voucher.ts';
import type { Guess, JudgedGuess, SubmitDeps } from './guess.ts';
import { obeyLimits } from './obey-limits.ts';
import { takeTurn } from './take-turn.ts';
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
 * wrong code again costs nothing and starts none. The answer is stored under the guess's key.
 * @throws AppError `wait` while one is running, `voucher_used` when another user was first, and those of `obeyLimits`;
 * `WorkNeeded`.
 */
export async function judgeGuess(
  tx: Db,
  withCommit: WithCommit,
  deps: SubmitDeps,
  attempt: Attempt,
): Promise<JudgedGuess> {
  const { guess, isPremium, usePoints, now } = attempt;
  const { voucher, userId, isCorrect, requestKey } = guess;
  const { lock, facts } = await takeTurn(tx, deps.secrets, guess, now);
  const seconds = secondsUntil(lock.waitUntil, now.getTime());
  if (facts.sameGuessNumber !== null && !isCorrect) {
    const number = facts.sameGuessNumber;
    const again = wrongAnswer({ number, seconds, isPremium, points: facts.points });
    await storeAnswer(tx, requestKey, again, now);
    return again;
  }
  const skips = seconds > 0;
  if (skips && (!usePoints || facts.points < SKIP_WAIT_COST_COINS))
    throw waitError(seconds, isPremium, facts.points);

  await obeyLimits(tx, userId, facts, now);
  const weighed = weighGuess(guess, facts, now);
  if (!facts.isOpen) throw new AppError('voucher_used');
  if (requestKey && !facts.hasRoom) throw noRoomForKey();
  const points = skips
    ? await payForSkip(tx, attempt, lock.skips + 1, seconds, facts.points)
    : facts.points;
  const { number } = facts;
  if (isCorrect) {
    const won = await winGiveaway(tx, deps, { weighed, number, points, now });
    await storeAnswer(tx, requestKey, won, now);
    return won;
  }
  const waitMs = isPremium ? PREMIUM_WAIT_MS : WAIT_MS;
  const wait = {
    until: new Date(now.getTime() + waitMs),
    skips: lock.skips + (skips ? 1 : 0),
  };
  const answer = wrongAnswer({ number, seconds: waitMs / 1000, isPremium, points });
  withCommit(recordGuess(tx, deps.secrets, weighed, { number, now, wait, answer }));
  return { ...answer, acceptedOn: voucher.id };
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
