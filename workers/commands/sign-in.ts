import type {
  LoginAnswer,
  LoginBody,
  RegisterAnswer,
  RegisterBody,
  User,
} from '../../contract/accounts.ts';
import type {
  GoogleCallbackAnswer,
  GoogleCallbackQuery,
  GoogleTokenBody,
  GoogleUrlAnswer,
  GoogleUrlQuery,
} from '../../contract/accounts/google.ts';
import type {
  PasskeyLoginBody,
  PasskeyLoginOptionsAnswer,
} from '../../contract/accounts/passkeys.ts';
import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import type { SolvedDevice } from '../../contract/devices.ts';
import { isUnanswered } from '../../contract/errors/is-unanswered.ts';
import { ok, type Result } from '../../contract/result.ts';
import { LOCKS } from '../../contract/storage-keys.ts';
import { canonicalQuery } from '../../local/canonical-query.ts';
import { forgetOtherUsers, forgetUser } from '../../local/forget-user.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId, startSession } from '../../local/session.ts';
import type { Identity } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mapOk } from '../failure.ts';
import { type OnWork, withWork } from '../proof-of-work.ts';
import { withRoom } from '../storage.ts';

/** Marks rows of a visitor as stale, because they lack the user's own data. */
const storeUser = ({ db, now }: WorkerContext, user: User): Promise<void> =>
  db.transaction(
    'rw',
    [db.session, db.user, db.vouchers, db.outbox, db.caseReports, db.pendingCommands],
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
    if (last !== user.id) ctx.notify({ news: 'expired' });
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

const beginSession = (ctx: WorkerContext, user: User, token: string): Promise<void> =>
  ctx.locks.request(LOCKS.session, () => replaceSession(ctx, user, token));

export interface SignedIn {
  readonly user: User;
  readonly message?: string;
}

/** @param onWork called if the server asks for proof of work */
export const login = (ctx: WorkerContext, body: LoginBody, onWork?: OnWork) =>
  signInAt(ctx, '/api/login', body, onWork);

/** With what the passkey has signed of `beginPasskeyLogin`. */
export const loginByPasskey = (
  ctx: WorkerContext,
  passkey: PasskeyLoginBody['passkey'],
  onWork?: OnWork,
) => signInAt(ctx, '/auth/passkey', { passkey }, onWork);

export const beginPasskeyLogin = async ({ api }: WorkerContext) =>
  mapOk(
    await api.call<PasskeyLoginOptionsAnswer>({
      method: 'POST',
      path: '/auth/passkey/options',
      auth: 'none',
    }),
    ({ data }) => data,
  );

async function signInAt(
  ctx: WorkerContext,
  path: string,
  body: object,
  onWork?: OnWork,
): Promise<Result<SignedIn>> {
  const answer = await withWork(
    (work) =>
      ctx.api.call<LoginAnswer>({
        path,
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
  const pending = await keys.read('pendingReferral');
  const isRepeat = (await keys.read('pendingSignUp')) === username;
  // Written before the request, because the user may close the page before the answer.
  await keys.write('pendingSignUp', username).catch(() => undefined);
  const answer = await withWork(
    (work) =>
      ctx.api.call<RegisterAnswer>({
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
    if (!isUnanswered(answer.error) && !isRepeat) await keys.remove('pendingSignUp');
    return answer;
  }
  const { user, token, message } = answer.value;
  await beginSession(ctx, user, token);
  await forgetSignUp(ctx);
  return ok({ user, message });
}

const forgetSignUp = async ({ keys }: WorkerContext): Promise<void> => {
  await keys.remove('pendingReferral');
  await keys.remove('pendingSignUp');
};

export type GoogleReturned = { readonly state: string; readonly key: string } & (
  | { readonly code: string; readonly iss?: string }
  | { readonly token: string }
);

const askGoogle = <T>(
  { api, keys }: WorkerContext,
  path: string,
  input: GoogleUrlQuery | GoogleCallbackQuery | GoogleTokenBody,
  onWork: OnWork | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result<T>> =>
  withWork<T>(async (work?: SolvedDevice) => {
    const pending = await keys.read('pendingReferral');
    const sent = { ...(pending && { referral_code: pending }), ...input };
    return api.call<T>({
      path,
      // A token stands in no address, because addresses are logged.
      ...('token' in sent
        ? { body: { ...sent, ...(work && { work }) } }
        : { query: canonicalQuery({ ...sent, ...(work && { work: JSON.stringify(work) }) }) }),
      headers,
      auth: 'none',
      fallback: 'login_failed',
    });
  }, onWork);

/** @param onWork called if the server asks for proof of work */
export async function beginGoogle(ctx: WorkerContext, wish: GoogleUrlQuery, onWork?: OnWork) {
  const answer = await askGoogle<GoogleUrlAnswer>(ctx, '/auth/google/url', wish, onWork);
  return mapOk(answer, ({ url, key, browser }) => ({ url, key, browser }));
}

/** @param onWork called if the server asks for proof of work */
export async function finishGoogle(
  ctx: WorkerContext,
  { key, ...returned }: GoogleReturned,
  onWork?: OnWork,
): Promise<Result<{ readonly message: string; readonly redirect: string }>> {
  const path = `/auth/google/${'token' in returned ? 'token' : 'callback'}`;
  const headers = { 'x-login-key': key };
  const answer = await askGoogle<GoogleCallbackAnswer>(ctx, path, returned, onWork, headers);
  if (!answer.ok) return answer;
  const { data, token, message, redirect } = answer.value;
  await beginSession(ctx, data, token);
  await ctx.keys.remove('pendingReferral');
  return ok({ message, redirect });
}

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
  const answer = await ctx.api.call({
    method: 'POST',
    path: '/logout',
    identity,
    timeoutMs: SUBMIT_TIMEOUT_MS,
    fallback: 'logout_failed',
  });
  // A session that has already ended is not a failure.
  return !answer.ok && answer.error.status && answer.error.status !== 401 ? answer : ok(undefined);
}
