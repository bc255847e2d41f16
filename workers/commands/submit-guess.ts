import { DEFAULT_WAIT_SECONDS, SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import type { Failure, Result } from '../../contract/result.ts';
import type { SubmitAnswer, SubmitBody } from '../../contract/vouchers.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { SINGLE, type ReceiptRow } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import type { Guess } from '../data-worker-api.ts';
import { mirrorBalance } from '../mirror-balance.ts';
import { mirrorDetail, mirrorWait } from '../mirror-voucher.ts';
import { postMoney } from '../money-command.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';
import { remember } from '../remember.ts';

/** Failures that say: the voucher is no longer what the screen shows. */
const VOUCHER_CHANGED = new Set<string>(['voucher_used', 'voucher_not_active', 'entries_closed']);

const numberIn = (details: Failure['details'], name: string): number | undefined => {
  const value = details?.[name];
  return typeof value === 'number' ? value : undefined;
};

const learnPoints = async (db: GoodiesDatabase, points: number | undefined): Promise<void> => {
  const row = points === undefined ? undefined : await db.user.get(SINGLE);
  if (row && points !== undefined) await db.user.put({ ...row, user: { ...row.user, points } });
};

async function learnSuccess(
  { db, now }: WorkerContext,
  voucherUlid: string,
  answer: SubmitAnswer,
): Promise<void> {
  const at = now();
  const { result, guess_number: guessNumber } = answer;
  await db.receipts.put({ voucherUlid, guessNumber, at, result });
  await db.waits.delete(voucherUlid);
  await learnPoints(db, answer.remaining_points);
  if (answer.entries !== undefined) {
    await db.vouchers.update(voucherUlid, { my_entries: answer.entries });
  }
  if (answer.voucher) await mirrorDetail(db, answer.voucher, at);
  const voucher = answer.voucher ?? (await db.vouchers.get(voucherUlid));
  if (voucher && answer.balance !== undefined) {
    await mirrorBalance(db, voucher.currency, answer.balance);
  }
}

async function learnFailure(
  { db, now }: WorkerContext,
  voucherUlid: string,
  { code, details }: Failure,
): Promise<void> {
  const at = now();
  await learnPoints(db, numberIn(details, 'remaining_points'));
  const seconds = numberIn(details, 'seconds_remaining');
  if (code === 'wait') await mirrorWait(db, voucherUlid, seconds ?? DEFAULT_WAIT_SECONDS, at);
  if (code !== 'wrong_guess') return;
  if (seconds !== undefined) await mirrorWait(db, voucherUlid, seconds, at);
  const guessNumber = numberIn(details, 'guess_number');
  if (guessNumber === undefined) return;
  const receipt: ReceiptRow = { voucherUlid, guessNumber, at, result: 'wrong' };
  await db.receipts.put(receipt);
}

/** Sends a guess and writes all that its answer says: receipt, wait, points, voucher, wallet. */
export async function submitGuess(
  ctx: WorkerContext,
  { voucherUlid, code, usePoints = false }: Guess,
): Promise<Result<SubmitAnswer>> {
  const { db } = ctx;
  const session = await readSessionId(db);
  const body: SubmitBody = {
    voucher_id: voucherUlid,
    code,
    ...(usePoints && { use_points: true }),
  };
  const result = await postMoney<SubmitAnswer>(ctx, {
    path: '/vouchers/submit',
    withoutToken: 'guess_login_required',
    timeoutMs: SUBMIT_TIMEOUT_MS,
    fallback: 'guess_failed',
    body,
  });
  await remember(ctx, session, [db.receipts, db.waits, db.user, db.vouchers, db.wallets], () =>
    result.ok
      ? learnSuccess(ctx, voucherUlid, result.value)
      : learnFailure(ctx, voucherUlid, result.error),
  );
  if (!result.ok && VOUCHER_CHANGED.has(result.error.code)) {
    await refreshVoucher(ctx, voucherUlid, { force: true });
  }
  return result;
}
