import { ok, type Result } from '../../contract/result.ts';
import type { PayFromWalletAnswer, PayFromWalletBody } from '../../contract/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { mirrorBalance } from '../mirror-balance.ts';
import { mirrorStatus } from '../mirror-status.ts';
import { postMoney } from '../money-command.ts';
import { invalidateBalances } from '../invalidate-balances.ts';

/** Pays a voucher from the wallet; the new balance and the voucher's status are in the database when it returns. */
export async function payVoucherFromWallet(
  ctx: WorkerContext,
  body: PayFromWalletBody,
): Promise<Result<PayFromWalletAnswer['data']>> {
  const { db } = ctx;
  const session = await readSessionId(db);
  const answer = await postMoney<PayFromWalletAnswer>(ctx, {
    path: '/vouchers/payment/wallet',
    fallback: 'payment_failed',
    refusal: 'payment',
    body,
  });
  if (!answer.ok) return answer;
  const { data } = answer.value;
  await invalidateBalances(ctx, session, async () => {
    await mirrorBalance(db, body.currency, data.balance);
    await mirrorStatus(db, body.voucher_id, { status: data.status });
  });
  return ok(data);
}
