import type {
  ChangePasswordBody,
  DeleteUserBody,
  DeviceSession,
  ExportAnswer,
  Limits,
  LimitsAnswer,
  SetPinBody,
  UpdateUserBody,
  UserDataAnswer,
} from '../../contract/accounts.ts';
import type {
  AddPasskeyBody,
  PasskeyChallengeAnswer,
  PasskeyOptionsAnswer,
  PasskeyOptionsBody,
  RemovePasskeyBody,
  PasskeysAnswer,
} from '../../contract/accounts/passkeys.ts';
import type { FinishGoogleProofBody, GoogleUrlAnswer } from '../../contract/accounts/google.ts';
import type { FrozenAnswer } from '../../contract/accounts/freeze.ts';
import type { MoneyLimitBody, MoneyLimitsAnswer } from '../../contract/accounts/money-limits.ts';
import type { MessageAnswer } from '../../contract/common.ts';
import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import { answerKey } from '../../local/queries/answers.ts';
import { SINGLE, type UserRow } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { ApiRequest } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { dataOf, done, mapOk } from '../failure.ts';
import { sendChange, writeIfSameSession } from '../mirror.ts';
import { refreshAccount, refreshUser } from '../refresh/resources.ts';

const PASSKEYS = '/user/passkeys';

const mirrorUser = async (
  { user: users, vouchers }: GoodiesDatabase,
  change: Partial<UserRow['user']>,
): Promise<void> => {
  const before = (await users.get(SINGLE))?.user.username;
  await users.update(SINGLE, (row) => {
    Object.assign(row.user, change);
  });
  const { username } = change;
  if (username !== undefined && username !== before)
    await vouchers.filter(({ creator }) => creator === before).modify({ creator: username });
};

const saidIn = (answer: Result<Pick<MessageAnswer, 'message'>>): Result<string> =>
  mapOk(answer, ({ message }) => message);

export async function setPin(ctx: WorkerContext, body: SetPinBody): Promise<Result<string>> {
  const { user } = ctx.db;
  const answer = await sendChange<MessageAnswer>(ctx, { path: '/user/pin', body }, [user], () =>
    user.update(SINGLE, { 'user.has_pin': true }),
  );
  // A mailed link keeps money in for a day.
  if (answer.ok && body.token !== undefined) await refreshUser(ctx, { force: true });
  return saidIn(answer);
}

const GOOGLE_PROOF = '/user/google/proof';

export const beginGoogleProof = ({ api }: WorkerContext) =>
  api.call<GoogleUrlAnswer>({ method: 'POST', path: GOOGLE_PROOF });

export const finishGoogleProof = ({ api }: WorkerContext, body: FinishGoogleProofBody) =>
  api.call<MessageAnswer>({ path: `${GOOGLE_PROOF}/return`, body });

export const mailPinLink = async ({ api }: WorkerContext) =>
  saidIn(await api.call<MessageAnswer>({ method: 'POST', path: '/user/pin/forgotten' }));

/** The caller must then end the session on this device. */
export const freezeAccount = async ({ api }: WorkerContext) =>
  saidIn(await api.call<FrozenAnswer>({ path: '/user/freeze', body: {} }));

export async function mailUnfreezeLink(ctx: WorkerContext): Promise<Result<string>> {
  const answer = await ctx.api.call<MessageAnswer>({
    method: 'POST',
    path: '/user/unfreeze/mail',
  });
  // It was unfrozen on another device.
  if (!answer.ok && answer.error.code === 'account_not_frozen')
    await refreshUser(ctx, { force: true });
  return saidIn(answer);
}

const changeUser = async (ctx: WorkerContext, request: ApiRequest): Promise<Done> => {
  const { db } = ctx;
  const tables = [db.user, db.vouchers];
  return done(
    await sendChange<UserDataAnswer>(ctx, request, tables, ({ data }) => mirrorUser(db, data)),
  );
};

export const updateProfile = (ctx: WorkerContext, body: UpdateUserBody): Promise<Done> =>
  changeUser(ctx, { method: 'PATCH', path: '/user', body });

export function updateAvatar(ctx: WorkerContext, picture: Blob): Promise<Done> {
  const form = new FormData();
  form.set('avatar', picture, 'avatar');
  return changeUser(ctx, { path: '/user/avatar', timeoutMs: UPLOAD_TIMEOUT_MS, form });
}

const keepSessions = ({ account }: GoodiesDatabase, isKept: (one: DeviceSession) => boolean) =>
  account.update(SINGLE, (row, ref) => {
    ref.value = { ...row, sessions: row.sessions.filter(isKept) };
  });

export const changePassword = async (ctx: WorkerContext, body: ChangePasswordBody) =>
  saidIn(
    await sendChange<MessageAnswer>(ctx, { path: '/user/password', body }, [ctx.db.account], () =>
      keepSessions(ctx.db, (one) => one.is_current),
    ),
  );

/** A session that has already ended is not a failure. */
export async function revokeSession(ctx: WorkerContext, id: number): Promise<Result<string>> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<MessageAnswer>({ method: 'DELETE', path: `/user/sessions/${id}` });
  if (!answer.ok && answer.error.code !== 'session_gone') return answer;
  await writeIfSameSession(ctx, session, [db.account], () =>
    keepSessions(db, (one) => one.id !== id),
  );
  return ok(answer.ok ? answer.value.message : answer.error.message);
}

export async function setLimits(ctx: WorkerContext, body: Limits): Promise<Done> {
  const { db, api } = ctx;
  const session = await readSessionId(db);
  const answer = await api.call<LimitsAnswer>({ method: 'PUT', path: '/user/limits', body });
  // After a failure the server may have saved them, so the next refresh must ask.
  const change = answer.ok ? { limits: answer.value.data } : { isStale: true };
  await writeIfSameSession(ctx, session, [db.account], () => db.account.update(SINGLE, change));
  return done(answer);
}

export async function setMoneyLimit(ctx: WorkerContext, body: MoneyLimitBody): Promise<Done> {
  const path = '/user/money-limits';
  const request = { method: 'PATCH', path, body } as const;
  const { answers } = ctx.db;
  const store = (answer: MoneyLimitsAnswer) =>
    answers.put({ key: answerKey({ path }), answer, fetchedAt: ctx.now() });
  return done(await sendChange(ctx, request, [answers], store));
}

export const beginPasskey = async ({ api }: WorkerContext, body: PasskeyOptionsBody) =>
  dataOf(await api.call<PasskeyOptionsAnswer>({ path: `${PASSKEYS}/options`, body }));

export const drawChallenge = async ({ api }: WorkerContext) =>
  dataOf(await api.call<PasskeyChallengeAnswer>({ method: 'POST', path: `${PASSKEYS}/challenge` }));

/** What password managers know the user and their passkeys by. */
export async function readPasskeyOwner({ api }: WorkerContext) {
  const user = await api.call<UserDataAnswer>({ path: '/user' });
  if (!user.ok) return user;
  const { id, username } = user.value.data;
  return mapOk(await api.call<PasskeysAnswer>({ path: PASSKEYS }), ({ data }) => ({
    // As the server wrote it into the passkey.
    userHandle: btoa(String(id)).replaceAll('=', ''),
    username,
    credentialIds: data.map(({ credential_id: credentialId }) => credentialId),
  }));
}

export const addPasskey = (ctx: WorkerContext, body: AddPasskeyBody) =>
  changePasskeys(ctx, { path: PASSKEYS, body });

export const removePasskey = (ctx: WorkerContext, body: RemovePasskeyBody) =>
  changePasskeys(ctx, { method: 'DELETE', path: PASSKEYS, body });

/** Another device may have removed the passkey already, so the list is refreshed then too. */
async function changePasskeys(ctx: WorkerContext, request: ApiRequest): Promise<Result<string>> {
  const session = await readSessionId(ctx.db);
  const answer = await ctx.api.call<MessageAnswer>(request);
  if (answer.ok || answer.error.code === 'passkey_gone') {
    // Marks requests that are under way in any tab as outdated.
    await writeIfSameSession(ctx, session);
    await refreshAccount(ctx, { force: true });
    // A new passkey may keep money in for a day.
    await refreshUser(ctx, { force: true });
  }
  return saidIn(answer);
}

export async function downloadExport({ api }: WorkerContext): Promise<Result<Blob>> {
  const request = { path: '/user/export', timeoutMs: UPLOAD_TIMEOUT_MS };
  return mapOk(await api.call<ExportAnswer>(request), (answer) => {
    const { success: _, ...known } = answer;
    return new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' });
  });
}

/** The caller must then end the session on this device. */
export const deleteAccount = async ({ api }: WorkerContext, body: DeleteUserBody) =>
  saidIn(await api.call<MessageAnswer>({ method: 'DELETE', path: '/user', body }));
