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

/** Writes who is signed in. What was fetched for a visitor says nothing about them and is asked for anew. */
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
    // The last user did not sign out: what they left must not meet the next.
    await forgetUser(ctx, 'expired');
    // Nor what the page and the service worker have of them, as the push messages of another user.
    if (last !== user.id) ctx.tell({ news: 'expired' });
  }
  await ctx.keys.clearDraftOfOthers(user.id);
  // Token first: from the session on, every answer is written as this user's, so it must be asked as them.
  await withRoom(ctx, () => ctx.keys.writeToken(token));
  try {
    await withRoom(ctx, () => storeUser(ctx, user));
  } catch (error) {
    await ctx.keys.clear();
    throw error;
  }
  ctx.changes.bump();
}

/** Begins a user's session on this device, instead of whatever was here. */
export const beginSession = (ctx: WorkerContext, user: User, token: string): Promise<void> =>
  ctx.locks.request(LOCKS.session, () => replaceSession(ctx, user, token));

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

/**
 * Clears this device, whatever the network does. The server is to be told with `endSession`.
 * @returns who this device was; undefined where nobody was signed in
 */
export async function logout(ctx: WorkerContext): Promise<Result<Identity | undefined>> {
  const token = await ctx.keys.readToken();
  const deviceId = await ctx.keys.deviceId();
  await ctx.locks.request(LOCKS.session, () => forgetUser(ctx));
  ctx.changes.bump();
  return ok(token ? { token, deviceId } : undefined);
}

/**
 * Tells the server that a session is over. One that cannot be reached keeps it until it ends by itself; its token is
 * gone from here.
 * @returns a failure when the server answered and did not end the session
 */
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
  // One that has ended already is what was asked for.
  return !told.ok && told.error.status && told.error.status !== 401 ? told : ok(undefined);
}
