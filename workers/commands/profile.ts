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
} from '../../contract/accounts/passkeys.ts';
import type { MessageAnswer } from '../../contract/common.ts';
import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import { SINGLE, type UserRow } from '../../local/rows.ts';
import { readSessionId, type SessionId } from '../../local/session.ts';
import type { ApiRequest } from '../api-client.ts';
import type { Done, WorkerContext } from '../context.ts';
import { writeIfSameSession } from '../mirror.ts';
import { refreshAccount } from '../refresh/resources.ts';

const PASSKEYS = '/user/passkeys';

/** Skips the write if another user has signed in. */
const mirrorUser = (
  ctx: WorkerContext,
  session: SessionId,
  change: Partial<UserRow['user']>,
): Promise<unknown> => {
  const { user: users, vouchers } = ctx.db;
  return writeIfSameSession(ctx, session, [users, vouchers], async () => {
    const before = (await users.get(SINGLE))?.user.username;
    await users.update(SINGLE, (row) => {
      Object.assign(row.user, change);
    });
    const { username } = change;
    if (username !== undefined && username !== before)
      await vouchers.filter(({ creator }) => creator === before).modify({ creator: username });
  });
};

export async function setPin(ctx: WorkerContext, body: SetPinBody): Promise<Result<string>> {
  const session = await readSessionId(ctx.db);
  const answer = await say(ctx, { method: 'POST', path: '/user/pin', auth: 'required', body });
  if (answer.ok) await mirrorUser(ctx, session, { has_pin: true });
  return answer;
}

export async function updateProfile(ctx: WorkerContext, body: UpdateUserBody): Promise<Done> {
  return store(ctx, { method: 'PATCH', path: '/user', auth: 'required', body });
}

export async function updateAvatar(ctx: WorkerContext, picture: Blob): Promise<Done> {
  const form = new FormData();
  form.set('avatar', picture, 'avatar');
  return store(ctx, {
    method: 'POST',
    path: '/user/avatar',
    auth: 'required',
    timeoutMs: UPLOAD_TIMEOUT_MS,
    form,
  });
}

async function store(ctx: WorkerContext, request: ApiRequest): Promise<Done> {
  const session = await readSessionId(ctx.db);
  const answer = await ctx.api.call<UserDataAnswer>(request);
  if (!answer.ok) return answer;
  await mirrorUser(ctx, session, answer.value.data);
  return ok(undefined);
}

const keepSessions = (
  ctx: WorkerContext,
  session: SessionId,
  isKept: (one: DeviceSession) => boolean,
): Promise<unknown> =>
  writeIfSameSession(ctx, session, [ctx.db.account], () =>
    ctx.db.account.update(SINGLE, (row, ref) => {
      ref.value = { ...row, sessions: row.sessions.filter(isKept) };
    }),
  );

export async function changePassword(
  ctx: WorkerContext,
  body: ChangePasswordBody,
): Promise<Result<string>> {
  const session = await readSessionId(ctx.db);
  const answer = await say(ctx, { method: 'POST', path: '/user/password', auth: 'required', body });
  if (answer.ok) await keepSessions(ctx, session, (one) => one.is_current);
  return answer;
}

/** A session that has already ended is not a failure. */
export async function revokeSession(ctx: WorkerContext, id: number): Promise<Result<string>> {
  const session = await readSessionId(ctx.db);
  const answer = await say(ctx, {
    method: 'DELETE',
    path: `/user/sessions/${id}`,
    auth: 'required',
  });
  if (!answer.ok && answer.error.code !== 'session_gone') return answer;
  await keepSessions(ctx, session, (one) => one.id !== id);
  return answer.ok ? answer : ok(answer.error.message);
}

export async function setLimits(ctx: WorkerContext, body: Limits): Promise<Done> {
  const session = await readSessionId(ctx.db);
  const answer = await ctx.api.call<LimitsAnswer>({
    method: 'PUT',
    path: '/user/limits',
    auth: 'required',
    body,
  });
  if (!answer.ok) {
    // The server may have saved them, so the next refresh must ask.
    await writeIfSameSession(ctx, session, [ctx.db.account], () =>
      ctx.db.account.update(SINGLE, { isStale: true }),
    );
    return answer;
  }
  await writeIfSameSession(ctx, session, [ctx.db.account], () =>
    ctx.db.account.update(SINGLE, { limits: answer.value.data }),
  );
  return ok(undefined);
}

export async function beginPasskey(
  { api }: WorkerContext,
  body: PasskeyOptionsBody,
): Promise<Result<PasskeyOptionsAnswer['data']>> {
  const answer = await api.call<PasskeyOptionsAnswer>({
    method: 'POST',
    path: `${PASSKEYS}/options`,
    auth: 'required',
    body,
  });
  return answer.ok ? ok(answer.value.data) : answer;
}

export async function drawChallenge({
  api,
}: WorkerContext): Promise<Result<PasskeyChallengeAnswer['data']>> {
  const answer = await api.call<PasskeyChallengeAnswer>({
    method: 'POST',
    path: `${PASSKEYS}/challenge`,
    auth: 'required',
  });
  return answer.ok ? ok(answer.value.data) : answer;
}

export const addPasskey = (ctx: WorkerContext, body: AddPasskeyBody): Promise<Result<string>> =>
  changePasskeys(ctx, { method: 'POST', path: PASSKEYS, auth: 'required', body });

export const removePasskey = (
  ctx: WorkerContext,
  body: RemovePasskeyBody,
): Promise<Result<string>> =>
  changePasskeys(ctx, { method: 'DELETE', path: PASSKEYS, auth: 'required', body });

/** Another device may have removed the passkey already, so the list is refreshed then too. */
async function changePasskeys(ctx: WorkerContext, request: ApiRequest): Promise<Result<string>> {
  const session = await readSessionId(ctx.db);
  const answer = await say(ctx, request);
  if (answer.ok || answer.error.code === 'passkey_gone') {
    // Marks requests that are under way in any tab as outdated.
    await writeIfSameSession(ctx, session);
    await refreshAccount(ctx, { force: true });
  }
  return answer;
}

export async function downloadExport({ api }: WorkerContext): Promise<Result<Blob>> {
  const answer = await api.call<ExportAnswer>({
    path: '/user/export',
    auth: 'required',
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  if (!answer.ok) return answer;
  const { success: _, ...known } = answer.value;
  return ok(new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' }));
}

/** The caller must then end the session on this device. */
export const deleteAccount = (ctx: WorkerContext, body: DeleteUserBody): Promise<Result<string>> =>
  say(ctx, { method: 'DELETE', path: '/user', auth: 'required', body });

async function say({ api }: WorkerContext, request: ApiRequest): Promise<Result<string>> {
  const answer = await api.call<MessageAnswer>(request);
  return answer.ok ? ok(answer.value.message) : answer;
}
