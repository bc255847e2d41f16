import type {
  MethodConfigAnswer,
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
  PaymentVerifyBody,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
} from '../../contract/wallet.ts';
import { readSessionId, type SessionId, writeInSession } from '../../local/session.ts';
import type { ApiRequest } from '../api-client.ts';
import type { WorkerContext } from '../context.ts';
import { reportFault } from '../deps.ts';
import { dataOf } from '../failure.ts';
import { invalidateBalances, mirrorBalance, mirrorChanges } from '../mirror.ts';
import { moveMoney, postMoney } from '../money-command.ts';
import { refreshUser, refreshWallets } from '../refresh/resources.ts';

interface Begun {
  /** Major units. */
  readonly amount: number;
  readonly processor: string;
  readonly provider?: string | undefined;
  readonly config?: { readonly phone?: string | undefined } | undefined;
}

/** A full device only loses the data for another try, so the payment must continue. */
async function rememberCheckout(
  ctx: WorkerContext,
  session: SessionId,
  reference: string,
  { amount, processor, provider = '', config }: Begun,
): Promise<void> {
  const { checkouts } = ctx.db;
  const phone = config?.phone ?? '';
  const row = { reference, amount, processor, provider, phone, createdAt: ctx.now() };
  await writeInSession(ctx.db, session, [checkouts], () => checkouts.put(row)).catch(
    (error: unknown) => reportFault(ctx, error),
  );
}

async function beginCheckout(
  ctx: WorkerContext,
  body: TopupInitializeBody | VoucherPaymentInitializeBody,
  call: Pick<ApiRequest, 'path' | 'refusal'>,
): Promise<Result<CheckoutAnswer>> {
  const session = await readSessionId(ctx.db);
  const fallback = 'payment_initialize_failed';
  const answer = await postMoney<CheckoutAnswer>(ctx, { ...call, fallback, body });
  if (answer.ok) await rememberCheckout(ctx, session, answer.value.reference, body);
  return answer;
}

export const initializeTopup = (ctx: WorkerContext, body: TopupInitializeBody) =>
  beginCheckout(ctx, body, { path: '/wallet/topup/initialize' });

export async function verifyTopup(ctx: WorkerContext, body: TopupVerifyBody) {
  const answer = await moveMoney<TopupVerifyAnswer>(ctx, {
    path: '/wallet/topup/verify',
    fallback: 'payment_verify_failed',
    body,
  });
  if (answer.ok && answer.value.status === 'settled') await refreshWallets(ctx, { force: true });
  return answer;
}

export async function initializeVoucherPayment(
  ctx: WorkerContext,
  body: VoucherPaymentInitializeBody,
): Promise<Result<CheckoutAnswer>> {
  // Written before the request, because a later write could come after a sign-out.
  await ctx.keys.write('pendingVoucher', body.voucher_id);
  const call = { path: '/vouchers/payment/initialize', refusal: 'payment' } as const;
  const answer = await beginCheckout(ctx, body, call);
  if (!answer.ok) await ctx.keys.remove('pendingVoucher');
  return answer;
}

export async function verifyVoucherPayment(ctx: WorkerContext, body: PaymentVerifyBody) {
  await ctx.keys.remove('pendingVoucher');
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

export const payVoucherFromWallet = (ctx: WorkerContext, body: PayFromWalletBody) =>
  moveMoney<PayFromWalletAnswer>(
    ctx,
    { path: '/vouchers/payment/wallet', fallback: 'payment_failed', refusal: 'payment', body },
    async ({ balance, status, voucher_id: ulid }) => {
      await mirrorBalance(ctx.db, body.currency, balance, ctx.now());
      await mirrorChanges(ctx.db, ulid, { status });
    },
  );

export const configurePaymentMethod = async ({ api }: WorkerContext, method: string) =>
  dataOf(
    await api.call<MethodConfigAnswer>({
      path: '/payment-methods/config',
      auth: 'optional',
      fallback: 'payment_methods_failed',
      body: { method },
    }),
  );

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
  } else await rememberCheckout(ctx, session, reference, { ...body, processor: body.method });
  return ok({ authorization_url });
}

export async function verifyPremium(ctx: WorkerContext, body: PaymentVerifyBody) {
  const answer = await moveMoney<PremiumVerifyAnswer>(ctx, {
    path: '/premium/verify',
    fallback: 'payment_verify_failed',
    body,
  });
  if (answer.ok && answer.value.status === 'settled') await refreshUser(ctx, { force: true });
  return answer;
}
