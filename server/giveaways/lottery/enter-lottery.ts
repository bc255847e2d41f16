import { LOTTERY_ENTRY_COST_COINS, LOTTERY_MAX_ENTRIES } from '../../../contract/constants.ts';
import type { SubmitAnswer } from '../../../contract/vouchers.ts';
import type { Db } from '../../db/database.ts';
import type { WithCommit } from '../../db/transaction.ts';
import { AppError } from '../../http/app-error.ts';
import { firstAnswer, type Answer } from '../../http/idempotency.ts';
import { movePoints } from '../../rewards/points.ts';
import { recordGuesses } from '../guess/record-guesses.ts';
import { isOpenForEntries } from '../../vouchers/read-voucher.ts';
import {
  lockGuesser,
  type Guess,
  type JudgedGuess,
  type SubmitDeps,
} from '../guess/lock-guessers.ts';
import { admitGuess } from '../guess/weigh-guess.ts';

/**
 * The answer must not tell whether the entry is correct.
 * @throws AppError `entries_closed`, `duplicate_entry`, `entries_exhausted`, `price_changed`, `not_enough_points`,
 * and those of `admitGuess`; `WorkNeeded`
 */
export async function enterLottery(
  tx: Db,
  withCommit: WithCommit,
  { secrets }: SubmitDeps,
  guess: Guess,
): Promise<JudgedGuess> {
  const { voucher, userId, requestKey, at: now } = guess;
  if (!isOpenForEntries(voucher, now.getTime())) throw new AppError('entries_closed');
  const { facts } = await lockGuesser(tx, secrets, guess);
  const first = facts.isKeyTaken && (await firstAnswer<JudgedGuess['body']>(tx, requestKey, now));
  if (first) return first;
  if (facts.sameGuessNumber !== null) throw new AppError('duplicate_entry');
  if (facts.entries >= LOTTERY_MAX_ENTRIES)
    throw new AppError('entries_exhausted', { values: { max: LOTTERY_MAX_ENTRIES } });
  const cost = facts.entries > 0 ? LOTTERY_ENTRY_COST_COINS : 0;
  if (guess.toldCost !== undefined && cost > guess.toldCost)
    throw new AppError('price_changed', {
      message: `Your free entry is used. This one costs ${cost} coins.`,
    });
  const weighed = await admitGuess(tx, guess, facts, 'entries_closed');
  const { number } = facts;
  const entries = facts.entries + 1;
  let points = facts.points;
  if (cost > 0) {
    const paid = await movePoints(tx, {
      userId,
      delta: -cost,
      reason: 'lottery_entry',
      reference: `entry:${voucher.id}:${userId}:${entries}`,
      now,
    });
    if (paid.moved) points = paid.balance;
  }
  const answer: Answer<SubmitAnswer> = {
    status: 200,
    body: {
      success: true,
      result: 'entered',
      message: `Entry ${entries} of ${LOTTERY_MAX_ENTRIES} is in. The draw follows when entries close.`,
      remaining_points: points,
      entries,
      guess_number: number,
    },
  };
  withCommit(recordGuesses(tx, secrets, [{ weighed, number, answer }]));
  return { ...answer, acceptedOn: voucher.id };
}
