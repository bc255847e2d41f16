import { eq } from 'drizzle-orm';

import { type NewNotification, storeNotifications } from '../notifications/store-notifications.ts';
import { errorMessage } from '../../contract/errors.ts';
import { findCode } from '../../contract/vouchers/voucher-code.ts';
import { minorToMajor } from '../../contract/money.ts';
import { RedeemAnswer, RedeemBody, ReleaseRefusal } from '../../contract/payment-vouchers.ts';
import { lockAccount } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction, type WithCommit } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { getUser } from '../accounts/users.ts';
import { callerOf, type Caller } from '../http/access.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import {
  answerOnce,
  firstAnswer,
  requestKeyOf,
  storeAnswer,
  type Answer,
  type RequestKey,
} from '../http/idempotency.ts';
import { postMovement } from '../ledger/journal.ts';
import { escrowTo, movementOf } from '../vouchers/voucher-movement.ts';
import { lockVoucher, matchesRef, type Voucher, type VoucherRef } from '../vouchers/voucher-row.ts';
import { lookUpCode } from '../vouchers/look-up-code.ts';
import { moneyText } from '../lib/money-text.ts';
import { isRestricted } from '../vouchers/present-voucher.ts';
import { isRecipient, readerOf } from '../vouchers/recipient.ts';
import { assertUnused } from './own-payment-voucher.ts';
import { checkReleaseCode, countReleaseTry, sendReleaseCode } from './release-code.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

interface Redemption {
  readonly caller: Pick<Caller, 'userId' | 'sessionId' | 'username'>;
  readonly address: string;
  readonly body: RedeemBody;
  readonly requestKey: RequestKey | undefined;
}

type RedeemDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'jobs' | 'config' | 'log'>;
type RedeemResult = Answer<RedeemAnswer | ReleaseRefusal>;

/**
 * Pays a payment voucher to the user who has its code, once; the same user gets the same answer again. A request for
 * the release code and a wrong one are answers, not errors, so that their effects are committed.
 */
export async function redeemVoucher(
  deps: RedeemDeps,
  { caller, address, body, requestKey }: Redemption,
): Promise<RedeemResult> {
  const name = readName(body);
  const now = dateOf(deps.clock);
  // A repeated request is not a new attempt.
  const first = await firstAnswer<RedeemResult['body']>(deps.db, requestKey, now);
  if (first) return first;
  const ref = 'ulid' in name ? name : await refOf(deps, { code: name.code, caller, address });
  const { otp } = body;
  const countedHash =
    otp === undefined
      ? undefined
      : await countReleaseTry(deps.db, matchesRef(ref), caller.userId, now);
  const redeem = async (tx: Db, withCommit: WithCommit): Promise<RedeemResult> => {
    const voucher = await lockVoucher(tx, ref);
    if (!voucher) throw new AppError('voucher_not_found');
    // Without the code only its recipient may learn that it exists.
    if ('ulid' in ref && !(await isFor(tx, voucher, caller.userId)))
      throw new AppError('voucher_not_found');
    if (voucher.status === 'used' && voucher.winnerId === caller.userId) return redeemed(voucher);
    // Others must not learn of an unpaid voucher.
    if (voucher.status === 'pending' && voucher.creatorId !== caller.userId)
      throw new AppError('voucher_not_found');
    assertUnused(voucher, now);
    if (isRestricted(voucher) && !(await isFor(tx, voucher, caller.userId)))
      throw new AppError('voucher_restricted');
    if (voucher.enable2fa) {
      if (otp === undefined) {
        await sendReleaseCode(tx, deps, voucher, caller, now);
        return refusal(428, 'two_factor_required');
      }
      const tried = { given: otp, countedHash };
      if (!(await checkReleaseCode(tx, deps.secrets, voucher, caller.userId, tried)))
        return refusal(422, 'release_code_wrong');
    }
    await payRedeemer(tx, voucher, caller, now);
    withCommit(notifyCreator(tx, voucher, caller, now));
    return redeemed(voucher);
  };
  return answerOnce(deps.db, requestKey, now, () =>
    inTransaction(deps.db, async (tx, withCommit) => {
      const answer = await redeem(tx, withCommit);
      await storeAnswer(tx, requestKey, answer, now);
      return answer;
    }),
  );
}

/** @throws AppError `unauthenticated` when the redeemer's account is deleted */
const isFor = async (tx: Db, voucher: Voucher, userId: number): Promise<boolean> =>
  isRestricted(voucher) && isRecipient(voucher, readerOf(await getUser(tx, userId)));

type Named = { readonly code: string } | { readonly ulid: string };

/** @throws AppError `redeem_empty`, `code_malformed` */
function readName({ code: typed, voucher_id: ulid }: RedeemBody): Named {
  if (ulid !== undefined) {
    if (typed === undefined) return { ulid };
    throw fieldError('voucher_id', 'cannot be combined with code');
  }
  if (!typed?.trim()) throw new AppError('redeem_empty');
  const code = findCode(typed);
  if (code === undefined) throw new AppError('code_malformed');
  return { code };
}

/** @throws AppError `voucher_not_found`, `too_many_requests` */
async function refOf(
  deps: RedeemDeps,
  asked: Parameters<typeof lookUpCode>[1],
): Promise<VoucherRef> {
  const codeHashes = await lookUpCode(deps, asked);
  if (codeHashes === undefined) throw new AppError('voucher_not_found');
  return { codeHashes };
}

/** @throws AppError `unauthenticated` when the redeemer's account is deleted */
async function payRedeemer(
  tx: Db,
  voucher: Voucher,
  { userId }: Pick<Caller, 'userId'>,
  now: Date,
): Promise<void> {
  await lockAccount(tx, userId);
  await tx
    .update(vouchers)
    .set({ status: 'used', winnerId: userId, completedAt: now })
    .where(eq(vouchers.id, voucher.id));
  const told = { kind: 'voucher_payment', description: 'Payment voucher redeemed' };
  await postMovement(tx, movementOf(voucher, 'redeem', told, escrowTo(userId, voucher)), now);
}

async function notifyCreator(
  tx: Db,
  { ulid, amount, currency, creatorId }: Voucher,
  { userId, username }: Pick<Caller, 'userId' | 'username'>,
  now: Date,
): Promise<void> {
  if (userId === creatorId) return;
  const notice: NewNotification = {
    userId: creatorId,
    kind: 'voucher_redeemed',
    eventKey: `redeem:${ulid}`,
    data: { voucher: ulid, amount: minorToMajor(amount), currency, username, purpose: 'payment' },
  };
  await storeNotifications(tx, [notice], now);
}

function redeemed(voucher: Voucher): Answer<RedeemAnswer> {
  const { amount, ulid } = voucher;
  const currency = voucher.currency;
  const message = `Voucher redeemed for ${moneyText(amount, currency)}!`;
  return {
    status: 200,
    body: { success: true, message, data: { amount: minorToMajor(amount), currency, ulid } },
  };
}

const refusal = (status: number, code: ReleaseRefusal['code']): Answer<ReleaseRefusal> => ({
  status,
  body: { success: false, code, message: errorMessage(code) },
});

const keyedRoute = taggedRoutes('Payment vouchers', { needsKey: true });

export const redeemRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/redeem',
    keyedRoute('user', {
      summary: 'Redeem a payment voucher by its code, or as its recipient',
      description:
        'Where a release code is needed, the first request answers 428 and has it sent to the creator; the next one brings it as otp, under another Idempotency-Key.',
      body: RedeemBody,
      response: { 200: RedeemAnswer, 422: ReleaseRefusal, 428: ReleaseRefusal },
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const { status, body } = await redeemVoucher(deps, {
        caller,
        address: request.ip,
        body: request.body,
        requestKey: requestKeyOf(deps.secrets, request, caller.userId),
      });
      if (body.success) return reply.status(200).send(body);
      return reply.status(status === 428 ? 428 : 422).send(body);
    },
  );
});
