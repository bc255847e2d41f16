import type {
  LoginAnswer,
  LoginBody,
  RegisterAnswer,
  RegisterBody,
  User,
} from '../../contract/accounts.ts';
import { isUnanswered } from '../../contract/errors/is-unanswered.ts';
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
  const { keys } = ctx;
  const { username, password } = input;
  const pending = await keys.readPendingReferral();
  const isRepeat = (await keys.readPendingSignUp()) === username;
  // Before it is sent: its page may be closed before there is an answer.
  await keys.writePendingSignUp(username).catch(() => undefined);
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
  if (!answer.ok) {
    if (answer.error.code === 'username_taken' && isRepeat) {
      const begun = await login(ctx, { username, password }, onWork);
      if (begun.ok) await forgetSignUp(ctx);
      // Whose the name is stays unknown until the password was looked at.
      if (begun.ok || begun.error.code !== 'invalid_credentials') return begun;
    }
    if (!isUnanswered(answer.error) && !isRepeat) await keys.clearPendingSignUp();
    return answer;
  }
  const { user, token, message } = answer.value;
  await beginSession(ctx, user, token);
  await forgetSignUp(ctx);
  return ok({ user, message });
}

const forgetSignUp = async ({ keys }: WorkerContext): Promise<void> => {
  await keys.clearPendingReferral();
  await keys.clearPendingSignUp();
};
