import type {
  CancelAnswer,
  SplitAnswer,
  SplitBody,
  UpdateTwoFactorAnswer,
} from '../../contract/payment-vouchers.ts';
import { ok, type Result } from '../../contract/result.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorStatus } from '../mirror-status.ts';
import { postMoney } from '../money-command.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';
import { invalidateBalances } from '../invalidate-balances.ts';

/** Splits a payment voucher in two; both are in the database when it returns. */
export async function splitVoucher(ctx: WorkerContext, body: SplitBody): Promise<Done> {
  const { db, now } = ctx;
  const session = await readSessionId(db);
  const answer = await postMoney<SplitAnswer>(ctx, {
    path: '/vouchers/split',
    refusal: 'split',
    body,
  });
  if (!answer.ok) return answer;
  const parts = answer.value.data.map((voucher) => ({ ...voucher, fetchedAt: now() }));
  await invalidateBalances(ctx, session, () => db.createdVouchers.bulkPut(parts));
  return ok(undefined);
}

/** Cancels an unpaid voucher, or an unused payment voucher, whose money goes back into the wallet. */
export async function cancelVoucher(ctx: WorkerContext, ulid: string): Promise<Done> {
  const session = await readSessionId(ctx.db);
  const path = `/vouchers/${encodeURIComponent(ulid)}/cancel`;
  const answer = await postMoney<CancelAnswer>(ctx, { path });
  if (!answer.ok) return answer;
  const { status } = answer.value.data;
  await invalidateBalances(ctx, session, () => mirrorStatus(ctx.db, ulid, { status }));
  return ok(undefined);
}

/** Turns the release code of a payment voucher on or off; answers how it is now. */
export async function updateTwoFactor(
  ctx: WorkerContext,
  ulid: string,
  isEnabled: boolean,
): Promise<Result<boolean>> {
  const { db } = ctx;
  const session = await readSessionId(db);
  const answer = await ctx.api.call<UpdateTwoFactorAnswer>({
    method: 'POST',
    path: `/vouchers/${encodeURIComponent(ulid)}/update-2fa`,
    auth: 'required',
    fallback: 'two_factor_failed',
    refusal: 'twoFactor',
    body: { enable_2fa: isEnabled ? 1 : 0 },
  });
  if (!answer.ok) return answer;
  const { enable_2fa } = answer.value.data;
  await writeIfSameSession(ctx, session, [db.vouchers, db.createdVouchers], () =>
    mirrorStatus(db, ulid, { enable_2fa }),
  );
  return ok(enable_2fa);
}
