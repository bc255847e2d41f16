import { ok, type Result } from '../../contract/result.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { invalidateBalances } from '../invalidate-balances.ts';
import { postMoney } from '../money-command.ts';

/** `postMoney`, after which balances and lists are asked for anew. @param learn writes what the answer says of them */
export async function moveMoney<Answer extends { readonly data: unknown }>(
  ctx: WorkerContext,
  call: Parameters<typeof postMoney>[1],
  learn?: (data: Answer['data']) => Promise<unknown>,
): Promise<Result<Answer['data']>> {
  const session = await readSessionId(ctx.db);
  const answer = await postMoney<Answer>(ctx, call);
  if (!answer.ok) return answer;
  const { data } = answer.value;
  await invalidateBalances(ctx, session, async () => learn?.(data));
  return ok(data);
}
