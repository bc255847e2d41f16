import type {
  GoogleCallbackAnswer,
  GoogleCallbackQuery,
  GoogleUrlAnswer,
  GoogleUrlQuery,
} from '../../contract/accounts/google.ts';
import type { SolvedDevice } from '../../contract/devices.ts';
import { ok, type Result } from '../../contract/result.ts';
import { canonicalQuery } from '../../local/canonical-query.ts';
import type { WorkerContext } from '../context.ts';
import { type OnWork, withWork } from '../proof-of-work.ts';
import { beginSession } from './sign-in.ts';

export interface GoogleReturned {
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
  readonly key: string;
}

const askGoogle = <T>(
  { api, keys }: WorkerContext,
  path: string,
  query: GoogleUrlQuery | GoogleCallbackQuery,
  onWork: OnWork | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result<T>> =>
  withWork<T>(async (work?: SolvedDevice) => {
    const pending = await keys.readPendingReferral();
    return api.call<T>({
      path,
      query: canonicalQuery({
        ...(pending && { referral_code: pending }),
        ...query,
        ...(work && { work: JSON.stringify(work) }),
      }),
      headers,
      auth: 'none',
      fallback: 'login_failed',
    });
  }, onWork);

/** @param onWork called if the server asks for proof of work */
export async function beginGoogle(
  ctx: WorkerContext,
  wish: GoogleUrlQuery,
  onWork?: OnWork,
): Promise<Result<Pick<GoogleUrlAnswer, 'url' | 'key'>>> {
  const answer = await askGoogle<GoogleUrlAnswer>(ctx, '/auth/google/url', wish, onWork);
  return answer.ok ? ok({ url: answer.value.url, key: answer.value.key }) : answer;
}

/** @param onWork called if the server asks for proof of work */
export async function finishGoogle(
  ctx: WorkerContext,
  { key, ...returned }: GoogleReturned,
  onWork?: OnWork,
): Promise<Result<{ readonly message: string; readonly redirect: string }>> {
  const path = '/auth/google/callback';
  const headers = { 'x-login-key': key };
  const answer = await askGoogle<GoogleCallbackAnswer>(ctx, path, returned, onWork, headers);
  if (!answer.ok) return answer;
  const { data, token, message, redirect } = answer.value;
  await beginSession(ctx, data, token);
  await ctx.keys.clearPendingReferral();
  return ok({ message, redirect });
}
