import type { Result } from '../../contract/result.ts';
import type {
  CheckoutAnswer,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
} from '../../contract/wallet.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { postMoney } from '../money-command.ts';
import { rememberCheckout } from '../remember-checkout.ts';
import { refreshWallets } from '../refresh/refresh-wallets.ts';
import { moveMoney } from './move-money.ts';

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
