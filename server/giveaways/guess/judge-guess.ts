import { and, eq } from 'drizzle-orm';

import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { SubmitAnswer, VoucherDetail, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import { getUser } from '../../accounts/users.ts';
import type { Db } from '../../db/database.ts';
import { hasChanged } from '../../db/query-rows.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { AppError } from '../../http/app-error.ts';
import { type Answer, firstAnswer, storeAnswer } from '../../http/idempotency.ts';
import { walletOf } from '../../ledger/journal.ts';
import { readBalance } from '../../ledger/read-ledger.ts';
import {
  type NewNotification,
  storeNotifications,
  wonNotification,
} from '../../notifications/store-notifications.ts';
import { payOutGiveaway } from '../pay-out-giveaway.ts';
import { holdOf, readRisk } from '../../abuse/score-guess.ts';
import { type WeighedGuess, admitGuess, weighGuess } from './weigh-guess.ts';
import {
  findVoucher,
  presentDetail,
  type VoucherForCaller,
  waitSeconds,
} from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import {
  type SubmitDeps,
  allGuesses,
  lockGuesser,
  lockGuessers,
  type Attempt,
  type JudgedGuess,
  type LockedGuesser,
} from './lock-guessers.ts';
import { recordGuesses, type AcceptedGuess } from './record-guesses.ts';
import { PREMIUM_WAIT_MS, SKIP_WAIT_COST_COINS, WAIT_MS } from '../../../contract/constants.ts';
import { errorMessage } from '../../../contract/errors.ts';
import type { WithCommit } from '../../db/transaction.ts';
import { movePoints } from '../../rewards/points.ts';
import type { Secrets } from '../../config/secrets.ts';
import { WorkNeeded } from '../../abuse/proof-of-work.ts';

/** @throws AppError `voucher_used`; `unauthenticated` if the account was deleted meanwhile */
async function winGiveaway(
  tx: Db,
  deps: SubmitDeps,
  weighed: WeighedGuess,
  number: number,
  points: number,
): Promise<Answer<SubmitAnswer>> {
  const { voucher, userId, code, at: now } = weighed.guess;
  await recordGuesses(tx, deps.secrets, [{ weighed, number }]);
  const end = tx
    .update(vouchers)
    .set({
      status: 'completed',
      winnerId: userId,
      winningGuessNumber: number,
      guessCount: allGuesses,
      completedAt: now,
      maskedCode: code,
    })
    .where(and(eq(vouchers.id, voucher.id), eq(vouchers.status, 'active')));
  if (!(await hasChanged(end))) throw new AppError('voucher_used');
  const risk = await readRisk(tx, voucher.id, number);
  if (!risk) throw new AppError('unauthenticated');
  const hold = holdOf(risk, now);
  const prize = { userId, amount: voucher.amount, hold };
  const balances = await payOutGiveaway(tx, voucher, [prize], now);
  await storeNotifications(tx, winNotifications(voucher, userId), now);
  const completed = await findVoucher(tx, voucher.ulid, userId);
  const balance = balances.get(walletOf(userId, voucher.currency).key) ?? 0n;
  return wonAnswer(presentDetail(deps, completed, userId), balance, points, number);
}

function winNotifications(voucher: Voucher, winnerId: number): NewNotification[] {
  const { ulid, amount, currency } = voucher;
  const data = { voucher: ulid, amount: minorToMajor(amount), currency };
  return [
    { userId: winnerId, kind: 'won', eventKey: `win:${ulid}`, data },
    wonNotification(voucher),
  ];
}

/** The winner may repeat the code because the first answer was lost. */
export async function repeatWin(
  tx: Db,
  deps: SubmitDeps,
  found: VoucherForCaller,
  userId: number,
): Promise<Answer<SubmitAnswer>> {
  const { currency, winningGuessNumber } = found.voucher;
  const { points } = await getUser(tx, userId);
  const balance = await readBalance(tx, walletOf(userId, currency));
  return wonAnswer(presentDetail(deps, found, userId), balance, points, winningGuessNumber ?? 0);
}

const wonAnswer = (
  voucher: VoucherDetail,
  balance: bigint,
  points: number,
  number: number,
): Answer<SubmitAnswer> => ({
  status: 200,
  body: {
    success: true,
    result: 'won',
    message: VOUCHER_MESSAGES.win,
    balance: minorToMajor(balance),
    voucher,
    remaining_points: points,
    guess_number: number,
  },
});

/** Rolls back a correct guess, which is judged again under an exclusive lock. */
export class EndNeeded extends Error {
  override readonly name = 'EndNeeded';
}

/**
 * A correct guess takes the same locks as a wrong one, so that timing does not leak the result.
 * The same wrong code again costs nothing and starts no wait.
 * @throws AppError `wait`, `voucher_used`, `idempotency_key_reused` and those of `admitGuess`; `WorkNeeded`;
 * `EndNeeded` if the guess is correct and `mayEnd` is false
 */
export async function judgeGuess(
  tx: Db,
  withCommit: WithCommit,
  deps: SubmitDeps,
  attempt: Attempt,
  mayEnd: boolean,
): Promise<JudgedGuess> {
  const { guess, isPremium, account, usePoints } = attempt;
  const { isCorrect, requestKey, at: now } = guess;
  const { lock, facts } = await lockGuesser(tx, deps.secrets, guess, mayEnd);
  const first = facts.isKeyTaken && (await firstAnswer<JudgedGuess['body']>(tx, requestKey, now));
  if (first) return first;
  const waitUntil = new Date(lock.waitUntilMs);
  const seconds = waitSeconds({ waitUntil, account }, now.getTime());
  if (facts.sameGuessNumber !== null && !isCorrect) {
    const number = facts.sameGuessNumber;
    const again = wrongAnswer({ number, seconds, isPremium, points: facts.points });
    await storeAnswer(tx, requestKey, again, now);
    return again;
  }
  const skips = seconds > 0;
  if (skips && (!usePoints || facts.points < SKIP_WAIT_COST_COINS))
    throw waitError(seconds, isPremium, facts.points);

  const weighed = await admitGuess(tx, guess, facts, 'voucher_used');
  const points = skips
    ? await payForSkip(tx, attempt, lock.skips + 1, seconds, facts.points)
    : facts.points;
  if (isCorrect && !mayEnd) throw new EndNeeded();
  if (isCorrect) {
    const won = await winGiveaway(tx, deps, weighed, facts.number, points);
    await storeAnswer(tx, requestKey, won, now);
    return won;
  }
  const paid = { points, skips: lock.skips + (skips ? 1 : 0) };
  const accepted = acceptWrong(attempt, facts.number, weighed, paid);
  withCommit(recordGuesses(tx, deps.secrets, [accepted]));
  return answerTo(accepted);
}

/** Guesses that are not ordinary wrong ones give undefined and must be judged alone. */
export async function judgeTogether(
  tx: Db,
  withCommit: WithCommit,
  secrets: Secrets,
  attempts: readonly Attempt[],
): Promise<(JudgedGuess | undefined)[]> {
  const guesses = attempts.map(({ guess }) => guess);
  const locked = await lockGuessers(tx, secrets, guesses, { mayWait: false, mayEnd: false });
  const judged = locked.map((guesser, place) => acceptPlain(attempts[place], guesser));
  const accepted = judged.filter((each) => each !== undefined);
  withCommit(recordGuesses(tx, secrets, accepted));
  return judged.map((each) => each && answerTo(each));
}

function acceptPlain(
  attempt: Attempt | undefined,
  { lock, facts }: LockedGuesser,
): AcceptedWrong | undefined {
  if (!attempt || attempt.guess.isCorrect) return undefined;
  const { guess } = attempt;
  const nowMs = guess.at.getTime();
  const isPlain =
    lock.isHeldOpen &&
    facts.isOpen &&
    lock.waitUntilMs <= nowMs &&
    facts.sameGuessNumber === null &&
    facts.guessesPerDay === null &&
    (facts.breakUntilMs === null || facts.breakUntilMs <= nowMs) &&
    !facts.isKeyTaken &&
    (guess.requestKey === undefined || facts.hasRoom);
  const weighed = weighGuess(guess, facts);
  if (!isPlain || weighed instanceof WorkNeeded) return undefined;
  const paid = { points: facts.points, skips: lock.skips };
  return acceptWrong(attempt, facts.number, weighed, paid);
}

interface AcceptedWrong extends AcceptedGuess {
  readonly answer: Answer<WrongGuessAnswer>;
}

function acceptWrong(
  { guess, isPremium }: Attempt,
  number: number,
  weighed: WeighedGuess,
  { points, skips }: { readonly points: number; readonly skips: number },
): AcceptedWrong {
  const waitMs = isPremium ? PREMIUM_WAIT_MS : WAIT_MS;
  return {
    weighed,
    number,
    wait: { until: new Date(guess.at.getTime() + waitMs), skips },
    answer: wrongAnswer({ number, seconds: waitMs / 1000, isPremium, points }),
  };
}

const answerTo = ({ answer, weighed }: AcceptedWrong): JudgedGuess => ({
  ...answer,
  acceptedOn: weighed.guess.voucher.id,
});

/** Points are locked after the voucher to keep the lock order. @returns the points left */
async function payForSkip(
  tx: Db,
  { guess, isPremium }: Attempt,
  skip: number,
  seconds: number,
  points: number,
): Promise<number> {
  const { voucher, userId, at: now } = guess;
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
    // The points were spent meanwhile, and this error rolls the guess back.
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

const wrongAnswer = ({
  number,
  seconds,
  isPremium,
  points,
}: Readonly<Record<'number' | 'seconds' | 'points', number>> & {
  readonly isPremium: boolean;
}): Answer<WrongGuessAnswer> => ({
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
