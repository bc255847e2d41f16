import type {
  MethodConfigAnswer,
  PaymentVerifyBody,
  VoucherPaymentInitializeBody,
  VoucherPaymentVerifyAnswer,
} from '../../contract/payments.ts';
import type {
  PremiumSubscribeAnswer,
  PremiumSubscribeBody,
  PremiumVerifyAnswer,
} from '../../contract/payments/premium.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { PayFromWalletAnswer, PayFromWalletBody } from '../../contract/vouchers.ts';
import type {
  CheckoutAnswer,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
} from '../../contract/wallet.ts';
import type { CheckoutRow } from '../../local/rows.ts';
import { readSessionId, type SessionId, writeInSession } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { reportFault } from '../deps.ts';
import { invalidateBalances, mirrorBalance, mirrorChanges } from '../mirror.ts';
import { moveMoney, postMoney } from '../money-command.ts';
import { refreshUser, refreshWallets } from '../refresh/resources.ts';

/** What was asked for, as both kinds of payment send it. */
interface Begun {
  /** Major units. */
  readonly amount: number;
  readonly processor: string;
  readonly provider?: string | undefined;
  readonly config?: { readonly phone?: string | undefined } | undefined;
}

/** Keeps how a payment was begun, for another try should it be declined. One that cannot be kept is paid all the same. */
async function rememberCheckout(
  ctx: WorkerContext,
  session: SessionId,
  reference: string,
  { amount, processor, provider = '', config }: Begun,
): Promise<void> {
  const row: CheckoutRow = {
    reference,
    amount,
    processor,
    provider,
    phone: config?.phone ?? '',
    createdAt: ctx.now(),
  };
  await writeInSession(ctx.db, session, [ctx.db.checkouts], () => ctx.db.checkouts.put(row)).catch(
    (error: unknown) => reportFault(ctx, error),
  );
}

/** Begins a top-up; the page then goes to the processor's `authorization_url`. */
export async function initializeTopup(
  ctx: WorkerContext,
  body: TopupInitializeBody,
): Promise<Result<CheckoutAnswer>> {
  const session = await readSessionId(ctx.db);
  const answer = await postMoney<CheckoutAnswer>(ctx, {
    path: '/wallet/topup/initialize',
    fallback: 'payment_initialize_failed',
    body,
  });
  if (answer.ok) await rememberCheckout(ctx, session, answer.value.reference, body);
  return answer;
}

/** Asks what became of a top-up; once settled, the new balance is in the database when it returns. */
export async function verifyTopup(
  ctx: WorkerContext,
  body: TopupVerifyBody,
): Promise<Result<TopupVerifyAnswer['data']>> {
  const answer = await moveMoney<TopupVerifyAnswer>(ctx, {
    path: '/wallet/topup/verify',
    fallback: 'payment_verify_failed',
    body,
  });
  if (answer.ok && answer.value.status === 'settled') await refreshWallets(ctx, { force: true });
  return answer;
}

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

/**
 * Buys premium: from the wallet at once, and the user in the database has it when this returns; by a processor
 * the page goes to `authorization_url`.
 */
export async function subscribePremium(
  ctx: WorkerContext,
  body: PremiumSubscribeBody,
): Promise<Result<Pick<PremiumSubscribeAnswer, 'authorization_url'>>> {
  const session = await readSessionId(ctx.db);
  const answer = await postMoney<PremiumSubscribeAnswer>(ctx, {
    path: '/premium/subscribe',
    fallback: 'payment_failed',
    body,
  });
  if (!answer.ok) return answer;
  const { data, reference, authorization_url } = answer.value;
  if (data) {
    await invalidateBalances(ctx, session, () =>
      mirrorBalance(ctx.db, body.currency, data.balance, ctx.now()),
    );
    await refreshUser(ctx, { force: true });
  } else {
    await rememberCheckout(ctx, session, reference, { ...body, processor: body.method });
  }
  return ok({ authorization_url });
}

/** Asks what became of a payment for premium; once settled, the user in the database has it when this returns. */
export async function verifyPremium(
  ctx: WorkerContext,
  body: PaymentVerifyBody,
): Promise<Result<PremiumVerifyAnswer['data']>> {
  const answer = await moveMoney<PremiumVerifyAnswer>(ctx, {
    path: '/premium/verify',
    fallback: 'payment_verify_failed',
    body,
  });
  if (answer.ok && answer.value.status === 'settled') await refreshUser(ctx, { force: true });
  return answer;
}
