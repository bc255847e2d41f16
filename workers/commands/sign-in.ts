import type {
  LoginAnswer,
  LoginBody,
  RegisterAnswer,
  RegisterBody,
  User,
} from '../../contract/accounts.ts';
import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import { isUnanswered } from '../../contract/errors/is-unanswered.ts';
import { ok, type Result } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { forgetOtherUsers, forgetUser } from '../../local/forget-user.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId, startSession } from '../../local/session.ts';
import type { Identity } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { type OnWork, withWork } from '../proof-of-work.ts';
import { withRoom } from '../storage.ts';

/** Marks rows of a visitor as stale, because they lack the user's own data. */
const storeUser = ({ db, now }: WorkerContext, user: User): Promise<void> =>
  db.transaction(
    'rw',
    [db.session, db.user, db.vouchers, db.outbox, db.pendingCommands],
    async () => {
      await forgetOtherUsers(db, user.id);
      await startSession(db);
      await db.user.put({ key: SINGLE, user, subscription: null, fetchedAt: now() });
      await db.vouchers.toCollection().modify((row: { detailFetchedAt?: number }) => {
        delete row.detailFetchedAt;
      });
    },
  );

async function replaceSession(ctx: WorkerContext, user: User, token: string): Promise<void> {
  if ((await readSessionId(ctx.db)) !== undefined) {
    const last = (await ctx.db.user.get(SINGLE))?.user.id;
    // The last user did not sign out, so the next user must not see that data.
    await forgetUser(ctx, 'expired');
    // The page and the service worker may also have data of the last user, such as push messages.
    if (last !== user.id) ctx.tell({ news: 'expired' });
  }
  await ctx.keys.clearDraftOfOthers(user.id);
  // Writes the token first, because every answer after that belongs to the new session.
  await withRoom(ctx, () => ctx.keys.writeToken(token));
  try {
    await withRoom(ctx, () => storeUser(ctx, user));
  } catch (error) {
    await ctx.keys.clear();
    throw error;
  }
  ctx.changes.bump();
}

export const beginSession = (ctx: WorkerContext, user: User, token: string): Promise<void> =>
  ctx.locks.request(LOCKS.session, () => replaceSession(ctx, user, token));

export interface SignedIn {
  readonly user: User;
  readonly message?: string;
}

/** @param onWork called if the server asks for proof of work */
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

/** Signs in instead if an earlier sign-up reached the server but got no answer. */
export async function register(
  ctx: WorkerContext,
  input: RegisterBody,
  onWork?: OnWork,
): Promise<Result<SignedIn>> {
  const { keys } = ctx;
  const { username, password } = input;
  const pending = await keys.readPendingReferral();
  const isRepeat = (await keys.readPendingSignUp()) === username;
  // Written before the request, because the user may close the page before the answer.
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
      // Only the password shows whose name it is.
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

/** Works without a network; call `endSession` afterwards to inform the server. */
export async function logout(ctx: WorkerContext): Promise<Result<Identity | undefined>> {
  const token = await ctx.keys.readToken();
  const deviceId = await ctx.keys.deviceId();
  await ctx.locks.request(LOCKS.session, () => forgetUser(ctx));
  ctx.changes.bump();
  return ok(token ? { token, deviceId } : undefined);
}

/** Without a network it does nothing, and the server's session ends by itself. */
export async function endSession(ctx: WorkerContext, identity: Identity): Promise<Done> {
  if (!ctx.connectivity.isOnline()) return ok(undefined);
  const told = await ctx.api.call({
    method: 'POST',
    path: '/logout',
    auth: 'required',
    identity,
    timeoutMs: SUBMIT_TIMEOUT_MS,
    fallback: 'logout_failed',
  });
  // A session that has already ended is not a failure.
  return !told.ok && told.error.status && told.error.status !== 401 ? told : ok(undefined);
}
