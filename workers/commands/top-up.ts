import { ok, type Result } from '../../contract/result.ts';
import type {
  TopupInitializeAnswer,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
} from '../../contract/wallet.ts';
import type { WorkerContext } from '../context.ts';
import { runMoneyCommand } from '../money-command.ts';
import { refreshWallets } from '../refresh/refresh-wallets.ts';

/** Begins a top-up; the page then goes to the processor's `authorization_url`. */
export const initializeTopup = (
  ctx: WorkerContext,
  body: TopupInitializeBody,
): Promise<Result<TopupInitializeAnswer>> =>
  runMoneyCommand<TopupInitializeAnswer>(ctx, {
    name: 'initialize-topup',
    identity: body,
    send: (idempotencyKey) =>
      ctx.api.call({
        method: 'POST',
        path: '/wallet/topup/initialize',
        auth: 'required',
        fallback: 'payment_initialize_failed',
        idempotencyKey,
        body,
      }),
  });

/** Asks what became of a top-up; once settled, the new balance is in the database when it returns. */
export async function verifyTopup(
  ctx: WorkerContext,
  body: TopupVerifyBody,
): Promise<Result<TopupVerifyAnswer['data']>> {
  const answer = await runMoneyCommand<TopupVerifyAnswer>(ctx, {
    name: 'verify-topup',
    identity: body,
    send: (idempotencyKey) =>
      ctx.api.call({
        method: 'POST',
        path: '/wallet/topup/verify',
        auth: 'required',
        fallback: 'payment_verify_failed',
        idempotencyKey,
        body,
      }),
  });
  if (!answer.ok) return answer;
  const { data } = answer.value;
  if (data.status === 'settled') {
    ctx.changes.bump();
    await refreshWallets(ctx, { force: true });
  }
  return ok(data);
}
