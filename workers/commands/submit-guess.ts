import { LOTTERY_ENTRY_COST_COINS, SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import type { Failure, Result } from '../../contract/result.ts';
import type { SubmitAnswer, SubmitBody } from '../../contract/vouchers.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { type ReceiptRow, SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { isVoucherChanged } from '../failure.ts';
import {
  mirrorBalance,
  mirrorDetail,
  mirrorFollowed,
  mirrorWait,
  writeIfSameSession,
} from '../mirror.ts';
import { postMoney } from '../money-command.ts';
import { guessWithWork } from '../proof-of-work.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';

/** Used for a 429 without `seconds_remaining`. */
const DEFAULT_WAIT_SECONDS = 90;

export interface Guess {
  readonly voucherUlid: string;
  readonly code: string;
  readonly usePoints?: boolean;
  readonly entryCost?: number | undefined;
}

/** After these failures the server may have accepted the guess. */
const UNANSWERED = new Set<string>(['network', 'timeout', 'unavailable']);

const numberIn = (details: Failure['details'], name: string): number | undefined => {
  const value = details?.[name];
  return typeof value === 'number' ? value : undefined;
};

const applyPoints = async (db: GoodiesDatabase, points: number | undefined): Promise<void> => {
  if (points !== undefined) await db.user.update(SINGLE, { 'user.points': points });
};

/** The receipt proves the entry when the lottery is published. */
async function storeReceipt(
  { db, now }: WorkerContext,
  { voucherUlid, code }: Guess,
  { guessNumber, result }: Pick<ReceiptRow, 'guessNumber' | 'result'>,
): Promise<void> {
  const userId = (await db.user.get(SINGLE))?.user.id;
  await db.receipts.put({ voucherUlid, guessNumber, at: now(), result, code, userId });
  if (result !== 'won') await mirrorFollowed(db, voucherUlid, now());
}

/** The next guess may start before the voucher is fetched again. */
async function applyEntry(
  { db, now }: WorkerContext,
  { voucherUlid, code }: Guess,
  number: number,
  entries: number,
): Promise<void> {
  const before = await db.vouchers.get(voucherUlid);
  const others = (before?.own_entries ?? []).filter((entry) => entry.number !== number);
  await db.vouchers.update(voucherUlid, {
    my_entries: entries,
    own_entries: [{ number, code, created_at: new Date(now()).toISOString() }, ...others],
    // The number is no count, because all vouchers share one sequence.
    entries_count: Math.max(before?.entries_count ?? 0, entries),
    // Only the first entry is free.
    entry_cost: LOTTERY_ENTRY_COST_COINS,
  });
}

async function applySuccess(ctx: WorkerContext, guess: Guess, answer: SubmitAnswer): Promise<void> {
  const { db } = ctx;
  const { voucherUlid } = guess;
  const at = ctx.now();
  const { result, guess_number: guessNumber } = answer;
  await storeReceipt(ctx, guess, { guessNumber, result });
  await db.waits.delete(voucherUlid);
  await applyPoints(db, answer.remaining_points);
  if (answer.entries !== undefined) {
    await applyEntry(ctx, guess, guessNumber, answer.entries);
  }
  if (answer.voucher) await mirrorDetail(db, answer.voucher, at);
  const voucher = answer.voucher ?? (await db.vouchers.get(voucherUlid));
  if (voucher && answer.balance !== undefined) {
    await mirrorBalance(db, voucher.currency, answer.balance, at);
  }
}

async function applyFailure(
  ctx: WorkerContext,
  guess: Guess,
  { code, details }: Failure,
): Promise<void> {
  const { db } = ctx;
  const { voucherUlid } = guess;
  const at = ctx.now();
  await applyPoints(db, numberIn(details, 'remaining_points'));
  const seconds = numberIn(details, 'seconds_remaining');
  if (code === 'wait') await mirrorWait(db, voucherUlid, seconds ?? DEFAULT_WAIT_SECONDS, at);
  if (code !== 'wrong_guess') return;
  if (seconds !== undefined) await mirrorWait(db, voucherUlid, seconds, at);
  const guessNumber = numberIn(details, 'guess_number');
  if (guessNumber !== undefined) await storeReceipt(ctx, guess, { guessNumber, result: 'wrong' });
}

/** Writes wait, receipt, coins, voucher and wallet before it returns. */
export async function submitGuess(ctx: WorkerContext, guess: Guess): Promise<Result<SubmitAnswer>> {
  const { db } = ctx;
  const { voucherUlid, code, usePoints = false, entryCost } = guess;
  const session = await readSessionId(db);
  const body: SubmitBody = {
    voucher_id: voucherUlid,
    code,
    ...(usePoints && { use_points: true }),
    ...(entryCost !== undefined && { entry_cost: entryCost }),
  };
  let isRepeat = false;
  const result = await postMoney<SubmitAnswer>(
    ctx,
    {
      path: '/vouchers/submit',
      withoutToken: 'guess_login_required',
      timeoutMs: SUBMIT_TIMEOUT_MS,
      fallback: 'guess_failed',
      body,
      onRepeat: () => {
        isRepeat = true;
      },
    },
    guessWithWork,
  );
  await writeIfSameSession(
    ctx,
    session,
    [db.receipts, db.waits, db.user, db.vouchers, db.voucherLists, db.wallets],
    () =>
      result.ok ? applySuccess(ctx, guess, result.value) : applyFailure(ctx, guess, result.error),
  );
  if (result.ok) return result;
  const { code: why } = result.error;
  if (UNANSWERED.has(why)) {
    ctx.changes.expire();
    // The price may have changed, but the user must not wait for a second request.
    const isLottery = (await db.vouchers.get(voucherUlid))?.reveal_method === 'lottery';
    if (isLottery) void refreshVoucher(ctx, voucherUlid, { force: true });
  }
  // A repeated answer contains a wait that began earlier.
  if (isVoucherChanged(result.error) || (isRepeat && why === 'wrong_guess'))
    await refreshVoucher(ctx, voucherUlid, { force: true });
  return result;
}
