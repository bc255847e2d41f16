import type { ResetPasswordBody } from '../../contract/accounts.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ok, type Result } from '../../contract/result.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';
import { writeIfSameSession } from '../mirror.ts';
import { type OnWork, withWork } from '../proof-of-work.ts';
import { refreshUser } from '../refresh/resources.ts';

export interface Said {
  readonly message: string;
}

interface AskOptions {
  readonly auth?: 'none' | 'optional';
  readonly fallback?: ErrorCode;
  readonly onWork?: OnWork | undefined;
}

async function askForSentence(
  { api }: WorkerContext,
  path: string,
  body: object,
  { auth = 'none', fallback, onWork }: AskOptions = {},
): Promise<Result<Said>> {
  const answer = await withWork(
    (work) =>
      api.call<Said>({
        method: 'POST',
        path,
        auth,
        body: { ...body, ...(work && { work }) },
        ...(fallback && { fallback }),
      }),
    onWork,
  );
  return answer.ok ? ok({ message: answer.value.message }) : answer;
}

/** @param isRepeat true if an earlier try got no answer and may have used the token */
export async function verifyEmail(
  ctx: WorkerContext,
  token: string,
  isRepeat = false,
): Promise<Done> {
  if (!token) return failed('no_verification_token');
  const session = await readSessionId(ctx.db);
  const answer = await askForSentence(
    ctx,
    '/verify-email',
    { token },
    { auth: 'optional', fallback: 'verification_failed' },
  );
  if (answer.ok) await writeIfSameSession(ctx, session);
  if (answer.ok || isRepeat) await refreshUser(ctx, { force: true });
  if (answer.ok) return ok(undefined);
  if (!isRepeat || answer.error.code !== 'verification_failed') return answer;
  const row = await ctx.db.user.get(SINGLE);
  return row?.user.email_verified ? ok(undefined) : answer;
}

export const resendVerification = (ctx: WorkerContext, email: string): Promise<Result<Said>> =>
  askForSentence(
    ctx,
    '/send-verification-code',
    { email },
    { auth: 'optional', fallback: 'resend_failed' },
  );

/** Gives the same answer for known and unknown addresses. */
export const forgotPassword = (
  ctx: WorkerContext,
  email: string,
  onWork?: OnWork,
): Promise<Result<Said>> => askForSentence(ctx, '/forgot-password', { email }, { onWork });

export const resetPassword = (
  ctx: WorkerContext,
  body: ResetPasswordBody,
  onWork?: OnWork,
): Promise<Result<Said>> => askForSentence(ctx, '/reset-password', body, { onWork });
