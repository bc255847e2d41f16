import type {
  LoginAnswer,
  LoginBody,
  RegisterAnswer,
  RegisterBody,
  User,
} from '../../contract/accounts.ts';
import { ok, type Result } from '../../contract/result.ts';
import { beginSession } from '../begin-session.ts';
import type { WorkerContext } from '../context.ts';
import { withWork, type OnWork } from '../work/with-work.ts';

export interface SignedIn {
  readonly user: User;
  /** The server's own words, when it had any. */
  readonly message?: string;
}

/** @param onWork told when the network is so busy that signing in takes work */
export async function login(
  ctx: WorkerContext,
  body: LoginBody,
  onWork?: OnWork,
): Promise<Result<SignedIn>> {
  const answer = await withWork(
    (work) =>
      ctx.api.call<LoginAnswer>({
        method: 'POST',
        path: '/api/login',
        auth: 'none',
        body: { ...body, ...(work && { work }) },
        fallback: 'login_failed',
      }),
    onWork,
  );
  if (!answer.ok) return answer;
  const { user, token } = answer.value;
  await beginSession(ctx, user, token);
  return ok({ user });
}

/** The name of the last sign-up that no answer came to: it may have arrived, and have taken the name. */
let unanswered: string | undefined;

/**
 * Signs up and signs in; where an earlier sign-up of the same name has arrived without an answer, signs in to that. A
 * pending referral code goes along unless one is given, and is used up by success.
 * @param onWork told when the network is so busy that signing up takes work
 */
export async function register(
  ctx: WorkerContext,
  input: RegisterBody,
  onWork?: OnWork,
): Promise<Result<SignedIn>> {
  const pending = await ctx.keys.readPendingReferral();
  const answer = await withWork(
    (work) =>
      ctx.api.call<RegisterAnswer>({
        method: 'POST',
        path: '/register',
        auth: 'none',
        body: { ...(pending && { referral_code: pending }), ...input, ...(work && { work }) },
        fallback: 'signup_failed',
      }),
    onWork,
  );
  const { username, password } = input;
  if (!answer.ok) {
    const isOwn = answer.error.code === 'username_taken' && unanswered === username;
    const begun = isOwn ? await login(ctx, { username, password }, onWork) : undefined;
    if (begun?.ok) {
      await ctx.keys.clearPendingReferral();
      return begun;
    }
    // Without a status there was no answer.
    if (answer.error.status === undefined) unanswered = username;
    return answer;
  }
  const { user, token, message } = answer.value;
  await beginSession(ctx, user, token);
  await ctx.keys.clearPendingReferral();
  return ok({ user, message });
}
