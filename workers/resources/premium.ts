import type { PaymentVerifyBody } from '../../contract/payments.ts';
import type {
  PremiumSubscribeAnswer,
  PremiumSubscribeBody,
  PremiumVerifyAnswer,
} from '../../contract/payments/premium.ts';
import { ok, type Result } from '../../contract/result.ts';
import { readSessionId } from '../../local/session.ts';
import { moveMoney } from '../commands/move-money.ts';
import type { WorkerContext } from '../context.ts';
import { invalidateBalances } from '../invalidate-balances.ts';
import { mirrorBalance } from '../mirror-balance.ts';
import { postMoney } from '../money-command.ts';
import { refreshUser } from '../refresh/refresh-user.ts';
import { rememberCheckout } from '../remember-checkout.ts';

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
