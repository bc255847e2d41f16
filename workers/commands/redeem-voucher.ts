import { errorMessage } from '../../contract/errors.ts';
import { REDEEMED_MESSAGE } from '../../contract/messages.ts';
import type { RedeemAnswer, RedeemBody } from '../../contract/payment-vouchers.ts';
import { type Failure, ok, type Result } from '../../contract/result.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import { readVoucher } from '../../local/queries/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { failed, isVoucherChanged } from '../failure.ts';
import { invalidateBalances, mirrorChanges, writeIfSameSession } from '../mirror.ts';
import { postMoney } from '../money-command.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';
import type { Said } from './account-mail.ts';

export type Redeemed = Said & RedeemAnswer['data'];

/** The server answered 200 but gave no reason for the refusal. */
const isUnexplained = ({ status, message }: Failure): boolean =>
  status === 200 && message === errorMessage('redeem_failed');

/** Fails with `two_factor_required` without a release code; refresh user and wallets afterwards. */
export async function redeemVoucher(
  ctx: WorkerContext,
  { code = '', voucher_id: sent, otp }: RedeemBody,
): Promise<Result<Redeemed>> {
  const name = sent ?? code;
  if (!name) return failed('redeem_empty');
  const session = await readSessionId(ctx.db);
  const answer = await postMoney<RedeemAnswer>(ctx, {
    path: '/vouchers/redeem',
    body: { ...(sent ? { voucher_id: sent } : { code }), ...(otp && { otp }) },
    withoutToken: 'redeem_login_required',
    fallback: 'redeem_failed',
  });
  if (!answer.ok && isVoucherChanged(answer.error)) {
    await writeIfSameSession(ctx, session);
    void refreshVoucher(ctx, name, { force: true });
  }
  if (!answer.ok) return isUnexplained(answer.error) ? failed('redeem_refused') : answer;
  const { message, data } = answer.value;
  const shown = await readVoucher(ctx.db, data.ulid ?? name);
  const ulid = shown?.ulid ?? data.ulid ?? name;
  const user = (await readUser(ctx.db))?.user;
  await invalidateBalances(ctx, session, () =>
    mirrorChanges(ctx.db, ulid, {
      is_used: true,
      status: 'used',
      own_share: data.amount,
      ...(user && { winner: { username: user.username, avatar: user.avatar } }),
    }),
  );
  if (shown) void refreshVoucher(ctx, ulid, { force: true });
  return ok({ message: message || REDEEMED_MESSAGE, ...data });
}
