import { get } from 'idb-keyval';

import type { OwnerProof } from '../contract/common.ts';
import { IDEMPOTENCY_KEEP_MS } from '../contract/constants.ts';
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

/** A command that broke later is not repeated at once: with `WORKER_MARGIN_MS` the page still hears of its second end. */
export const REPEAT_WITHIN_MS = 2 * SECOND_MS;

export interface MoneyCommand<T> {
  readonly name: string;
  /** What makes two of them the same: a repetition of the same one reuses its key. */
  readonly identity: object;
  /** What it fails with when no user is signed in. */
  readonly withoutToken?: ErrorCode | undefined;
  /** Draws the code of a voucher that the command makes; stored and repeated with the key. */
  readonly drawCode?: () => string;
  /** Told that it was sent before and not answered: what comes now may be the answer of then. */
  readonly onRepeat?: (() => void) | undefined;
  /** Sends it as `sender`: somebody else may have signed in since the command began. */
  readonly send: (sender: Identity, idempotencyKey: string, code?: string) => Promise<Result<T>>;
}

interface TakenKey extends Pick<PendingCommandRow, 'key' | 'code'> {
  readonly attempt: string;
  readonly isRepeat: boolean;
}

/** SHA-256 in hexadecimal of an object's fields in order. */
async function hashOf(identity: object): Promise<string> {
  const fields = Object.entries(identity)
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The stored key of this very command, or a new one, stored with the attempt that takes it. None once the session is
 * over that the command began in: nothing would say whose it is.
 */
const takeKey = (
  { db, serverNow }: WorkerContext,
  session: SessionId,
  command: string,
  bodyHash: string,
  drawCode?: () => string,
): Promise<TakenKey | undefined> =>
  db.transaction('rw', [db.session, db.pendingCommands], async () => {
    // A damaged database names none until it is restored.
    if (session && (await readSessionId(db)) !== session) return undefined;
    const attempt = crypto.randomUUID();
    const known = await db.pendingCommands.get([command, bodyHash]);
    // The server has forgotten a key that is older, and would take it for a new command. A device's own clock
    // may be wrong by years: it alone does not say so, of now nor of then.
    const isRepeat =
      known !== undefined && !(Number(serverNow()) - known.createdAt >= IDEMPOTENCY_KEEP_MS);
    const row = isRepeat
      ? { ...known, attempt }
      : {
          command,
          bodyHash,
          key: crypto.randomUUID(),
          createdAt: serverNow() ?? Infinity,
          ...(drawCode && { code: drawCode() }),
          attempt,
        };
    await db.pendingCommands.put(row);
    return { ...row, isRepeat };
  });

/**
 * Stores the command's key. What was rescued of a damaged database returns first: its key may be among that. Meanwhile
 * no tab makes the database anew.
 */
const storeKey = (
  ctx: WorkerContext,
  ...command: [session: SessionId, name: string, bodyHash: string, drawCode?: () => string]
): Promise<TakenKey | undefined> =>
  ctx.locks.request(LOCKS.storage, { mode: 'shared' }, async () => {
    if (await get(KEYS.rescuedRows)) await withRoom(ctx, () => restoreRescued(ctx));
    return withRoom(ctx, () => takeKey(ctx, ...command));
  });

/**
 * Whether the server has decided against it. 401, 429, 5xx and what is to be tried later leave it open, except `wait`:
 * that is the guess itself being answered, and after the wait the same digits are a new guess.
 */
function isRefused({ status, code }: Failure): boolean {
  if (code === 'wait') return true;
  const row = ERRORS[code];
  // An earlier try may have been carried out before the session expired, or before a PIN was mistyped.
  if (row.status === 401 || row.retry === 'later') return false;
  if (row.retry === 'never') return true;
  return status !== undefined && status !== 429 && status < 500;
}

/** After these the next try is the person's, with the same key: they have waited long enough, or the node has too much to do. */
const LATER = new Set<ErrorCode>(['timeout', 'unavailable']);

const repeatsAtOnce = (result: Result<unknown>): boolean =>
  !result.ok && !LATER.has(result.error.code) && ERRORS[result.error.code].retry === 'same-key';

/**
 * Sends a command that moves money. Its key is stored before the first send and goes with every
 * repetition, at once, on the next tap and after a crash, until the server has refused it or the page has heard that it
 * went well; so the server can carry it out only once. Without a network it is refused: nothing is queued behind the
 * user's back.
 */
export async function runMoneyCommand<T>(
  ctx: WorkerContext,
  { name, identity, withoutToken = 'unauthenticated', drawCode, onRepeat, send }: MoneyCommand<T>,
): Promise<Result<T>> {
  if (!ctx.connectivity.isOnline()) return failed('offline');
  const session = await readSessionId(ctx.db).catch(() => undefined);
  const token = await ctx.keys.readToken();
  if (!token) return failed(withoutToken);
  const sender = { token, deviceId: await ctx.keys.deviceId() };
  const hash = await hashOf(identity);
  const stored = await storeKey(ctx, session, name, hash, drawCode);
  if (!stored) return failed(withoutToken);
  const { key, attempt, code, isRepeat } = stored;
  if (isRepeat) onRepeat?.();
  ctx.tell({ news: 'kept' });
  const sentAt = ctx.deviceNow();
  const first = await send(sender, key, code);
  const isQuick = ctx.deviceNow() - sentAt < REPEAT_WITHIN_MS;
  const result = isQuick && repeatsAtOnce(first) ? await send(sender, key, code) : first;
  if (result.ok) ctx.noteAnswered(attempt);
  else if (isRefused(result.error)) await forgetAttempt(ctx, attempt);
  return result;
}

/** Does what a refusal asks for and sends the call again with it. */
type DoWork<T> = (
  refusal: Failure,
  send: (work?: object) => Promise<Result<T>>,
) => Promise<Result<T>>;

/** `runMoneyCommand` for a call with a JSON body, or none. */
export const postMoney = <T>(
  ctx: WorkerContext,
  call: Pick<ApiRequest, 'path' | 'body' | 'fallback' | 'refusal' | 'withoutToken' | 'timeoutMs'> &
    Pick<MoneyCommand<T>, 'onRepeat'>,
  doWork?: DoWork<T>,
): Promise<Result<T>> => {
  // The same with another proof is the same command, and no PIN is stored, not even as a hash. So is an entry whose
  // answer was lost: the price that is shown since may be that of the next.
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
          ...(work && { body: { ...call.body, work } }),
          method: 'POST',
          auth: 'required',
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

/**
 * Forgets the key of a command that was answered, unless another try has taken it since, in another tab or after this
 * one was given up: that one has no answer yet.
 */
export async function forgetAttempt(ctx: WorkerContext, attempt: string): Promise<void> {
  const forget = () => ctx.db.pendingCommands.filter((row) => row.attempt === attempt).delete();
  // What was answered is told, also where the device refuses to write.
  await withRoom(ctx, forget).catch((error: unknown) => reportFault(ctx, error));
}

/** `postMoney`, after which balances and lists are asked for anew. @param apply writes what the answer says of them */
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
