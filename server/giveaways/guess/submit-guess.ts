import type { FastifyRequest } from 'fastify';

import { normaliseRegion, REGIONS } from '../../../contract/region-table.ts';
import { SubmitAnswer, SubmitBody, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import { agedAtMs, entryRefusal } from '../../../contract/vouchers/entry-rule.ts';
import { dateOf } from '../../clock.ts';
import { type Caller, callerOf } from '../../http/access.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../http/app-error.ts';
import {
  answerOnce,
  storeAnswer,
  type Answer,
  type RequestKey,
  requestKeyOf,
} from '../../http/idempotency.ts';
import { equalInConstantTime } from '../../config/secrets.ts';
import { enterLottery } from '../lottery/enter-lottery.ts';
import { decryptCode } from '../../vouchers/voucher-secrets.ts';
import { entrantOf, findVoucher, type VoucherForCaller } from '../../vouchers/read-voucher.ts';
import { judgeAlone, judgeInBatch } from './guess-queue.ts';
import type { Attempt, GuessOrigin, JudgedGuess, SubmitDeps } from './lock-guessers.ts';
import { EndNeeded, judgeGuess, repeatWin } from './judge-guess.ts';
import { hasExpired, hasStarted, type Voucher } from '../../vouchers/voucher-row.ts';
import { networkHash, readDevice } from '../../abuse/device-token.ts';
import { readWork, WorkNeeded, workRequired } from '../../abuse/proof-of-work.ts';
import { isNewcomer } from '../../abuse/score-guess.ts';
import type { Deps } from '../../deps.ts';
import { routesOf, taggedRoutes } from '../../http/route-options.ts';

const DATE = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

interface Submission {
  readonly caller: Caller;
  readonly body: SubmitBody;
  readonly origin: GuessOrigin;
  readonly requestKey: RequestKey | undefined;
}

/**
 * A wrong guess is an answer too, so it is stored under its key in the same transaction.
 * @throws AppError `own_voucher`, `guess_not_allowed`, `voucher_used`, `voucher_expired`, `voucher_not_started`,
 * `guess_unverified`, `guess_too_new`, `wait`, those of `enterLottery`, and `work_required` with a `challenge`, whose solution the
 * client sends with the same guess
 */
export async function submitGuess(
  deps: SubmitDeps,
  submission: Submission,
): Promise<Answer<SubmitAnswer | WrongGuessAnswer>> {
  const { caller, body, origin, requestKey } = submission;
  const { userId } = caller;
  const now = dateOf(deps.clock);
  const work = await readWork(deps, body.work);
  const judge = async (): Promise<JudgedGuess> => {
    const found = await findVoucher(deps.db, body.voucher_id, userId);
    const { voucher } = found;
    refuseOutsiders(found, userId);
    const isCorrect = equalInConstantTime(
      decryptCode(deps.secrets, voucher.ulid, voucher.codeEncrypted),
      body.code,
    );
    if (voucher.status !== 'active') return answerEnded(deps, found, isCorrect, submission);
    if (hasExpired(voucher, now)) throw new AppError('voucher_expired');
    refuseBeforeStart(voucher, now);
    refuseByRule(found, now);
    const guess = {
      voucher,
      userId,
      code: body.code,
      isCorrect,
      origin,
      toldCost: body.entry_cost,
      work,
      requestKey,
      at: now,
    };
    const attempt = {
      guess,
      isPremium: caller.isPremium,
      account: found.callerState.account,
      usePoints: body.use_points ?? false,
    };
    const together = isPlain(found, attempt) ? await judgeInBatch(deps, attempt) : undefined;
    if (together) return together;
    if (voucher.revealMethod === 'lottery')
      return judgeAlone(deps.db, (tx, withCommit) => enterLottery(tx, withCommit, deps, guess));
    const alone = (mayEnd: boolean): Promise<JudgedGuess> =>
      judgeAlone(deps.db, (tx, withCommit) => judgeGuess(tx, withCommit, deps, attempt, mayEnd));
    return alone(false).catch((error: unknown) => {
      if (error instanceof EndNeeded) return alone(true);
      throw error;
    });
  };
  const answer = await answerOnce(deps.db, requestKey, now, judge).catch(async (error: unknown) => {
    throw error instanceof WorkNeeded ? await workRequired(deps, error) : error;
  });
  if ('acceptedOn' in answer) deps.guessCounts.add(answer.acceptedOn);
  return answer;
}

/** Only the winner gets the answer again, because the first one may have been lost. */
async function answerEnded(
  deps: SubmitDeps,
  found: VoucherForCaller,
  isCorrect: boolean,
  { caller: { userId }, requestKey }: Submission,
): Promise<Answer<SubmitAnswer>> {
  const { status, winnerId } = found.voucher;
  if (!isCorrect || winnerId !== userId)
    throw new AppError(status === 'completed' ? 'voucher_used' : 'voucher_not_active');
  return inTransaction(deps.db, async (tx) => {
    const won = await repeatWin(tx, deps, found, userId);
    await storeAnswer(tx, requestKey, won, dateOf(deps.clock));
    return won;
  });
}

/** Correct guesses are batched too, so that timing does not leak the result; new users are not. */
function isPlain(
  { voucher, callerState: { account, waitUntil } }: VoucherForCaller,
  { guess: { at }, usePoints }: Attempt,
): boolean {
  return (
    !usePoints &&
    voucher.revealMethod !== 'lottery' &&
    (waitUntil === null || waitUntil <= at) &&
    account !== null &&
    !isNewcomer({
      nowMs: at.getTime(),
      accountCreatedMs: account.createdMs,
      isVerified: account.isVerified,
    })
  );
}

function originOf({ headers, ip }: FastifyRequest, secrets: Deps['secrets']): GuessOrigin {
  const { id, work } = readDevice(secrets, headers);
  return { deviceId: work > 0 ? id : undefined, network: networkHash(secrets, ip) };
}

function refuseOutsiders({ voucher, callerState }: VoucherForCaller, userId: number): void {
  if (voucher.purpose !== 'giveaway') throw new AppError('voucher_not_found');
  if (voucher.creatorId === userId) throw new AppError('own_voucher');
  if (voucher.isPrivate && !callerState.isAllowed) throw new AppError('guess_not_allowed');
}

function dateText(at: Date, { region }: Pick<Voucher, 'region'>): string {
  const { locale, timezone } = REGIONS[normaliseRegion(region)];
  return at.toLocaleString(locale, { ...DATE, timeZone: timezone });
}

/** Also for a correct guess: the code is nobody's before the start. */
function refuseBeforeStart(voucher: Voucher, now: Date): void {
  if (voucher.startsAt === null || hasStarted(voucher, now)) return;
  throw new AppError('voucher_not_started', {
    values: { date: dateText(voucher.startsAt, voucher) },
    details: { starts_at: voucher.startsAt.toISOString() },
  });
}

function refuseByRule({ voucher, callerState: { account } }: VoucherForCaller, now: Date): void {
  if (!account) throw new AppError('unauthenticated');
  const code = entryRefusal(voucher.entryRule, entrantOf(account, now.getTime()));
  if (code === undefined) return;
  const mayFrom = new Date(agedAtMs(account.createdMs));
  if (code === 'guess_unverified') throw new AppError(code);
  throw new AppError(code, {
    values: { date: dateText(mayFrom, voucher) },
    details: { may_guess_from: mayFrom.toISOString() },
  });
}

const crowdRoute = taggedRoutes('Vouchers', { crowd: true });

export const guessRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/submit',
    crowdRoute('user', {
      summary: 'Guess a code, or enter a lottery',
      description:
        'A 428 `work_required` has taken nothing: it carries a `challenge` for altcha-lib, and the same guess is sent again with its solution as `work`, under the same key.',
      body: SubmitBody,
      response: { 200: SubmitAnswer, 422: WrongGuessAnswer },
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      // The key must stay the same when the guess is repeated with proof of work.
      const { work: _, entry_cost: __, ...asked } = request.body;
      const { body } = await submitGuess(deps, {
        caller,
        body: request.body,
        origin: originOf(request, deps.secrets),
        requestKey: requestKeyOf(deps.secrets, request, caller.userId, asked),
      });
      return body.success ? reply.status(200).send(body) : reply.status(422).send(body);
    },
  );
});
