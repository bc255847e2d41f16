import { ok, type Result } from '../../contract/result.ts';
import type { PayFromWalletAnswer, PayFromWalletBody } from '../../contract/vouchers.ts';
import { readVoucher } from '../../local/queries/read-voucher.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { mirrorBalance } from '../mirror-balance.ts';
import { runMoneyCommand } from '../money-command.ts';
import { remember } from '../remember.ts';

/** Pays a voucher from the wallet; the new balance and the voucher's status are in the database when it returns. */
export async function payVoucherFromWallet(
  ctx: WorkerContext,
  body: PayFromWalletBody,
): Promise<Result<PayFromWalletAnswer['data']>> {
  const { db } = ctx;
  const session = await readSessionId(db);
  const answer = await runMoneyCommand<PayFromWalletAnswer>(ctx, {
    name: 'pay-voucher-from-wallet',
    identity: body,
    send: (idempotencyKey) =>
      ctx.api.call({
        method: 'POST',
        path: '/vouchers/payment/wallet',
        auth: 'required',
        fallback: 'payment_failed',
        idempotencyKey,
        body,
      }),
  });
  if (!answer.ok) return answer;
  const { data } = answer.value;
  await remember(ctx, session, [db.wallets, db.vouchers], async () => {
    await mirrorBalance(db, body.currency, data.balance);
    const voucher = await readVoucher(db, body.voucher_id);
    if (voucher) await db.vouchers.update(voucher.ulid, { status: data.status });
  });
  return ok(data);
}
