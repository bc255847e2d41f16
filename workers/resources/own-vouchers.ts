import type {
  CancelAnswer,
  SplitAnswer,
  SplitBody,
  UpdateTwoFactorAnswer,
} from '../../contract/payment-vouchers.ts';
import { ok, type Result } from '../../contract/result.ts';
import { createdListKey } from '../../local/canonical-query.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mirrorChanges, mirrorListed } from '../mirror-voucher.ts';
import { moveMoney } from '../commands/move-money.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';

/** Of the lists that an active voucher is on. */
const FIRST_PAGES = [createdListKey({}), createdListKey({ status: 'active' })];

/** Splits a payment voucher in two; both are in the database when it returns. */
export async function splitVoucher(ctx: WorkerContext, body: SplitBody): Promise<Done> {
  const { db, now } = ctx;
  const call = { path: '/vouchers/split', refusal: 'split', body } as const;
  const answer = await moveMoney<SplitAnswer>(ctx, call, async (parts) => {
    await mirrorListed(db.createdVouchers, parts, now());
    // The voucher's own page, where it was opened, goes by another table.
    for (const { ulid, amount } of parts) await db.vouchers.update(ulid, { amount });
    // Where the server lists it: one that came with the next refresh would move the cards under a finger.
    for (const { ulid } of parts.slice(1))
      await db.createdVoucherLists
        .where('key')
        .anyOf(FIRST_PAGES)
        .modify((list: { ulids: readonly string[] }) => {
          list.ulids = [...new Set([ulid, ...list.ulids])];
        });
  });
  return answer.ok ? ok(undefined) : answer;
}

/** Cancels an unpaid voucher, or an unused payment voucher, whose money goes back into the wallet; answers how much. */
export const cancelVoucher = (
  ctx: WorkerContext,
  ulid: string,
): Promise<Result<CancelAnswer['data']>> =>
  moveMoney<CancelAnswer>(
    ctx,
    { path: `/vouchers/${encodeURIComponent(ulid)}/cancel` },
    ({ status }) => mirrorChanges(ctx.db, ulid, { status }),
  );

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
    mirrorChanges(db, ulid, { enable_2fa }),
  );
  return ok(enable_2fa);
}
