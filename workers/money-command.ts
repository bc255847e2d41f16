import { get } from 'idb-keyval';

import type { OwnerProof } from '../contract/common.ts';
import { CODE_LENGTH, IDEMPOTENCY_KEEP_MS } from '../contract/constants.ts';
import { type ErrorCode, ERRORS } from '../contract/errors.ts';
import { type Failure, ok, type Result } from '../contract/result.ts';
import { KEYS, LOCKS } from '../contract/storage-keys.ts';
import type { SubmitBody } from '../contract/vouchers.ts';
import { restoreRescued } from '../local/rebuild.ts';
import type { PendingCommandRow } from '../local/rows.ts';
import { readSessionId, type SessionId } from '../local/session.ts';
import type { ApiRequest, Identity } from './api-client.ts';
import type { WorkerContext } from './context.ts';
import { reportFault } from './deps.ts';
import { failed } from './failure.ts';
import { invalidateBalances } from './mirror.ts';
import { withRoom } from './storage.ts';
import { SECOND_MS } from '../contract/durations.ts';

/** A later failure is not repeated at once, because the page's timeout would end first. */
export const REPEAT_WITHIN_MS = 2 * SECOND_MS;

/** Bytes from 250 on are rejected, because they would make the digits 0 to 5 more likely. */
const FAIR_BYTES = 250;

export function drawCode(
  fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let digits = '';
  while (digits.length < CODE_LENGTH) {
    const fair = fill(new Uint8Array(CODE_LENGTH)).filter((byte) => byte < FAIR_BYTES);
    digits += fair.map((byte) => byte % 10).join('');
  }
  return digits.slice(0, CODE_LENGTH);
}

export interface MoneyCommand<T> {
  readonly name: string;
  /** Commands with equal identity share one idempotency key. */
  readonly identity: object;
  readonly withoutToken?: ErrorCode | undefined;
  readonly needsCode?: boolean;
  readonly onRepeat?: (() => void) | undefined;
  /** Sends as `sender`, because another user may have signed in since. */
  readonly send: (sender: Identity, idempotencyKey: string, code?: string) => Promise<Result<T>>;
}

interface TakenKey extends Pick<PendingCommandRow, 'key' | 'code'> {
  readonly attempt: string;
  readonly isRepeat: boolean;
}

async function hashOf(identity: object): Promise<string> {
  const fields = Object.entries(identity)
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns no key after the session has ended, because its owner would be unknown. */
const takeKey = (
  { db, serverNow }: WorkerContext,
  session: SessionId,
  command: string,
  bodyHash: string,
  needsCode?: boolean,
): Promise<TakenKey | undefined> =>
  db.transaction('rw', [db.session, db.pendingCommands], async () => {
    if (session && (await readSessionId(db)) !== session) return undefined;
    const attempt = crypto.randomUUID();
    const known = await db.pendingCommands.get([command, bodyHash]);
    // The server deletes older keys and would run the command again; the device clock may be wrong,
    // so only the server's time decides.
    const isRepeat =
      known !== undefined && !(Number(serverNow()) - known.createdAt >= IDEMPOTENCY_KEEP_MS);
    const row = isRepeat
      ? { ...known, attempt }
      : {
          command,
          bodyHash,
          key: crypto.randomUUID(),
          createdAt: serverNow() ?? Infinity,
          ...(needsCode && { code: drawCode() }),
          attempt,
        };
    await db.pendingCommands.put(row);
    return { ...row, isRepeat };
  });

/** Restores rescued rows first, because this command's key may be among them. */
const storeKey = (
  ctx: WorkerContext,
  ...command: [session: SessionId, name: string, bodyHash: string, needsCode?: boolean]
): Promise<TakenKey | undefined> =>
  ctx.locks.request(LOCKS.storage, { mode: 'shared' }, async () => {
    if (await get(KEYS.rescuedRows)) await withRoom(ctx, () => restoreRescued(ctx));
    return withRoom(ctx, () => takeKey(ctx, ...command));
  });

/** True if the server has certainly refused; `wait` counts, because the guess was answered. */
function isRefused({ status, code }: Failure): boolean {
  if (code === 'wait') return true;
  const row = ERRORS[code];
  // An earlier try may have succeeded before the session expired or the PIN was wrong.
  if (row.status === 401 || row.retry === 'later') return false;
  if (row.retry === 'never') return true;
  return status !== undefined && status !== 429 && status < 500;
}

/** After these the user decides about another try, which uses the same key. */
const LATER = new Set<ErrorCode>(['timeout', 'unavailable']);

const repeatsAtOnce = (result: Result<unknown>): boolean =>
  !result.ok && !LATER.has(result.error.code) && ERRORS[result.error.code].retry === 'same-key';

/** Stores the key before the first send and repeats it until a final answer, so money moves once. */
export async function runMoneyCommand<T>(
  ctx: WorkerContext,
  { name, identity, withoutToken = 'unauthenticated', needsCode, onRepeat, send }: MoneyCommand<T>,
): Promise<Result<T>> {
  if (!ctx.connectivity.isOnline()) return failed('offline');
  const session = await readSessionId(ctx.db).catch(() => undefined);
  const token = await ctx.keys.readToken();
  if (!token) return failed(withoutToken);
  const sender = { token, deviceId: await ctx.keys.deviceId() };
  const hash = await hashOf(identity);
  const stored = await storeKey(ctx, session, name, hash, needsCode);
  if (!stored) return failed(withoutToken);
  const { key, attempt, code, isRepeat } = stored;
  if (isRepeat) onRepeat?.();
  ctx.notify({ news: 'kept' });
  const sentAt = ctx.deviceNow();
  const first = await send(sender, key, code);
  const isQuick = ctx.deviceNow() - sentAt < REPEAT_WITHIN_MS;
  const result = isQuick && repeatsAtOnce(first) ? await send(sender, key, code) : first;
  if (result.ok) ctx.noteAnswered(attempt);
  else if (isRefused(result.error)) await forgetAttempt(ctx, attempt);
  return result;
}

type DoWork<T> = (
  refusal: Failure,
  send: (work?: object) => Promise<Result<T>>,
) => Promise<Result<T>>;

export const postMoney = <T>(
  ctx: WorkerContext,
  call: Pick<ApiRequest, 'path' | 'body' | 'fallback' | 'refusal' | 'withoutToken' | 'timeoutMs'> &
    Pick<MoneyCommand<T>, 'onRepeat'>,
  doWork?: DoWork<T>,
): Promise<Result<T>> => {
  // PIN and proof do not change the command, and a PIN must not be stored, not even as a hash.
  const {
    pin: _,
    passkey: __,
    entry_cost: ___,
    ...identity
  }: OwnerProof & Pick<SubmitBody, 'entry_cost'> = call.body ?? {};
  return runMoneyCommand<T>(ctx, {
    name: call.path,
    identity,
    withoutToken: call.withoutToken,
    onRepeat: call.onRepeat,
    send: async (sender, idempotencyKey) => {
      const send = (work?: object) =>
        ctx.api.call<T>({
          ...call,
          method: 'POST',
          ...(work && { body: { ...call.body, work } }),
          identity: sender,
          idempotencyKey,
        });
      const answer = await send();
      return !doWork || answer.ok || answer.error.code !== 'work_required'
        ? answer
        : doWork(answer.error, send);
    },
  });
};

/** Keeps the key if another try uses it, because that try has no answer yet. */
export async function forgetAttempt(ctx: WorkerContext, attempt: string): Promise<void> {
  const forget = () => ctx.db.pendingCommands.filter((row) => row.attempt === attempt).delete();
  // The page gets the answer even if the device cannot write.
  await withRoom(ctx, forget).catch((error: unknown) => reportFault(ctx, error));
}

export async function moveMoney<Answer extends { readonly data: unknown }>(
  ctx: WorkerContext,
  call: Parameters<typeof postMoney>[1],
  apply?: (data: Answer['data']) => Promise<unknown>,
): Promise<Result<Answer['data']>> {
  const session = await readSessionId(ctx.db);
  const answer = await postMoney<Answer>(ctx, call);
  if (!answer.ok) return answer;
  const { data } = answer.value;
  await invalidateBalances(ctx, session, async () => apply?.(data));
  return ok(data);
}
