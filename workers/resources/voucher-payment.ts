import type {
  MethodConfigAnswer,
  VoucherPaymentInitializeBody,
  VoucherPaymentVerifyAnswer,
  PaymentVerifyBody,
} from '../../contract/payments.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { PayFromWalletAnswer, PayFromWalletBody } from '../../contract/vouchers.ts';
import type { CheckoutAnswer } from '../../contract/wallet.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { mirrorBalance } from '../mirror-balance.ts';
import { mirrorChanges } from '../mirror-voucher.ts';
import { postMoney } from '../money-command.ts';
import { moveMoney } from '../commands/move-money.ts';
import { rememberCheckout } from '../remember-checkout.ts';

/** Begins to pay a voucher by a processor; its ulid is stored as pending, and the page goes to `authorization_url`. */
export async function initializeVoucherPayment(
  ctx: WorkerContext,
  body: VoucherPaymentInitializeBody,
): Promise<Result<CheckoutAnswer>> {
  // Before it is sent: written after, it could outlive a sign-out in between.
  await ctx.keys.writePendingVoucher(body.voucher_id);
  const session = await readSessionId(ctx.db);
  const answer = await postMoney<CheckoutAnswer>(ctx, {
    path: '/vouchers/payment/initialize',
    fallback: 'payment_initialize_failed',
    refusal: 'payment',
    body,
  });
  if (answer.ok) await rememberCheckout(ctx, session, answer.value.reference, body);
  else await ctx.keys.clearPendingVoucher();
  return answer;
}

/**
 * Asks what became of a voucher's payment, by the parameters of the return address. Once settled, the
 * voucher is no longer pending in the database, and none is to be paid.
 */
export async function verifyVoucherPayment(
  ctx: WorkerContext,
  body: PaymentVerifyBody,
): Promise<Result<VoucherPaymentVerifyAnswer['data']>> {
  await ctx.keys.clearPendingVoucher();
  return moveMoney<VoucherPaymentVerifyAnswer>(
    ctx,
    {
      path: '/vouchers/payment/verify',
      fallback: 'payment_verify_failed',
      refusal: 'payment',
      body,
    },
    async ({ credited_to: creditedTo, voucher_id: ulid }) => {
      if (creditedTo === 'voucher') await mirrorChanges(ctx.db, ulid, { status: 'active' });
    },
  );
}

/** Pays a voucher from the wallet; the new balance and the voucher's status are in the database when it returns. */
export const payVoucherFromWallet = (
  ctx: WorkerContext,
  body: PayFromWalletBody,
): Promise<Result<PayFromWalletAnswer['data']>> =>
  moveMoney<PayFromWalletAnswer>(
    ctx,
    { path: '/vouchers/payment/wallet', fallback: 'payment_failed', refusal: 'payment', body },
    async ({ balance, status, voucher_id: ulid }) => {
      await mirrorBalance(ctx.db, body.currency, balance, ctx.now());
      await mirrorChanges(ctx.db, ulid, { status });
    },
  );

/** What a payment method asks for beside the amount, as the telephone number for mobile money. */
export async function configurePaymentMethod(
  { api }: WorkerContext,
  method: string,
): Promise<Result<MethodConfigAnswer['data']>> {
  const answer = await api.call<MethodConfigAnswer>({
    method: 'POST',
    path: '/payment-methods/config',
    auth: 'optional',
    fallback: 'payment_methods_failed',
    body: { method },
  });
  return answer.ok ? ok(answer.value.data) : answer;
}
