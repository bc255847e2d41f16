import { and, eq } from 'drizzle-orm';

import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { SubmitAnswer, VoucherDetail } from '../../../contract/vouchers.ts';
import { getUser } from '../../accounts/users.ts';
import type { Db } from '../../db/database.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { AppError } from '../../http/app-error.ts';
import type { Answer } from '../../http/idempotency.ts';
import { walletOf } from '../../ledger/journal.ts';
import { readBalance } from '../../ledger/read-ledger.ts';
import { type Notice, storeNotices, wonNotice } from '../../notifications/store-notices.ts';
import { payOutGiveaway } from '../pay-out-giveaway.ts';
import { holdOf, readRisk } from '../../abuse/score-guess.ts';
import type { WeighedGuess } from './weigh-guess.ts';
import { findVoucher, presentDetail, type VoucherForCaller } from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { type SubmitDeps, allGuesses } from './lock-guessers.ts';
import { recordGuesses } from './record-guesses.ts';

interface Win {
  readonly weighed: WeighedGuess;
  readonly number: number;
  readonly points: number;
}

/** @throws AppError `voucher_used`; `unauthenticated` if the account was deleted meanwhile */
export async function winGiveaway(
  tx: Db,
  deps: SubmitDeps,
  { weighed, number, points }: Win,
): Promise<Answer<SubmitAnswer>> {
  const { voucher, userId, code, at: now } = weighed.guess;
  await recordGuesses(tx, deps.secrets, [{ weighed, number }]);
  const ended = await tx
    .update(vouchers)
    .set({
      status: 'completed',
      winnerId: userId,
      winningGuessNumber: number,
      guessCount: allGuesses,
      completedAt: now,
      maskedCode: code,
    })
    .where(and(eq(vouchers.id, voucher.id), eq(vouchers.status, 'active')))
    .returning({ id: vouchers.id });
  if (ended.length === 0) throw new AppError('voucher_used');
  const risk = await readRisk(tx, voucher.id, number);
  if (!risk) throw new AppError('unauthenticated');
  const hold = holdOf(risk, now);
  const prize = { userId, amount: voucher.amount, hold };
  const balances = await payOutGiveaway(tx, voucher, [prize], now);
  await storeNotices(tx, winNotices(voucher, userId), now);
  const completed = await findVoucher(tx, voucher.ulid, userId);
  const balance = balances.get(walletOf(userId, voucher.currency).key) ?? 0n;
  return wonAnswer({ voucher: presentDetail(deps, completed, userId), balance, points, number });
}

function winNotices(voucher: Voucher, winnerId: number): Notice[] {
  const { ulid, amount, currency } = voucher;
  const data = { voucher: ulid, amount: minorToMajor(amount), currency };
  return [{ userId: winnerId, kind: 'won', eventKey: `win:${ulid}`, data }, wonNotice(voucher)];
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
  return wonAnswer({
    voucher: presentDetail(deps, found, userId),
    balance: await readBalance(tx, walletOf(userId, currency)),
    points,
    number: winningGuessNumber ?? 0,
  });
}

interface Won {
  readonly voucher: VoucherDetail;
  readonly balance: bigint;
  readonly points: number;
  readonly number: number;
}

const wonAnswer = ({ voucher, balance, points, number }: Won): Answer<SubmitAnswer> => ({
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
