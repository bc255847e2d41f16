import type { ResetPasswordBody, VerifyEmailBody } from '../../contract/accounts.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ok, type Result } from '../../contract/result.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { ApiRequest } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed, mapOk } from '../failure.ts';
import { writeIfSameSession } from '../mirror.ts';
import { type OnWork, withWork } from '../proof-of-work.ts';
import { refreshUser } from '../refresh/resources.ts';

export interface Said {
  readonly message: string;
}

const askForSentence = async ({ api }: WorkerContext, request: ApiRequest, onWork?: OnWork) =>
  mapOk(
    await withWork(
      (work) => api.call<Said>({ ...request, body: { ...request.body, ...(work && { work }) } }),
      onWork,
    ),
    ({ message }) => ({ message }),
  );

/** A link that is used up is no failure where the address is verified by now: by the code, or by an unanswered try. */
export async function verifyEmail(ctx: WorkerContext, token: string): Promise<Done> {
  if (!token) return failed('no_verification_token');
  return proveAddress(ctx, { token }, 'verification_failed');
}

/** A code that is used up may have proved the address in a try without an answer. */
export const verifyCode = (ctx: WorkerContext, code: string): Promise<Done> =>
  proveAddress(ctx, { code }, 'verification_code_over');

/** @param mayBeDone the refusal after which the address may be verified nevertheless */
async function proveAddress(
  ctx: WorkerContext,
  body: VerifyEmailBody,
  mayBeDone: ErrorCode,
): Promise<Done> {
  const session = await readSessionId(ctx.db);
  const answer = await askForSentence(ctx, {
    path: '/verify-email',
    body,
    auth: 'optional',
    fallback: 'verification_failed',
  });
  if (answer.ok) await writeIfSameSession(ctx, session);
  const isOpen = !answer.ok && answer.error.code === mayBeDone;
  if (answer.ok || isOpen) await refreshUser(ctx, { force: true });
  if (answer.ok) return ok(undefined);
  const row = isOpen ? await ctx.db.user.get(SINGLE) : undefined;
  return row?.user.email_verified ? ok(undefined) : answer;
}

export const resendVerification = (ctx: WorkerContext, email: string): Promise<Result<Said>> =>
  askForSentence(ctx, {
    path: '/send-verification-code',
    body: { email },
    auth: 'optional',
    fallback: 'resend_failed',
  });

/** Gives the same answer for known and unknown addresses. */
export const forgotPassword = (ctx: WorkerContext, email: string, onWork?: OnWork) =>
  askForSentence(ctx, { path: '/forgot-password', body: { email }, auth: 'none' }, onWork);

export const resetPassword = (ctx: WorkerContext, body: ResetPasswordBody, onWork?: OnWork) =>
  askForSentence(ctx, { path: '/reset-password', body, auth: 'none' }, onWork);

/** What a mailed link does that works signed out, too. */
export type MailedLink = 'freeze' | 'unfreeze' | 'email/undo';

export async function openMailedLink(
  ctx: WorkerContext,
  link: MailedLink,
  token: string,
): Promise<Result<Said>> {
  const request = { path: `/user/${link}`, body: { token }, auth: 'none' } as const;
  const answer = await askForSentence(ctx, request);
  // It may have ended this device's session.
  if (answer.ok && (await readSessionId(ctx.db)) !== undefined)
    await refreshUser(ctx, { force: true });
  return answer;
}
