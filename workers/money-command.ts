import { IDEMPOTENCY_KEEP_MS } from '../contract/constants.ts';
import { ERRORS } from '../contract/errors.ts';
import type { Result } from '../contract/result.ts';
import type { PendingCommandRow } from '../local/rows.ts';
import type { WorkerContext } from './context.ts';
import { failed } from './failure.ts';

export interface MoneyCommand<T> {
  readonly name: string;
  /** What makes two of them the same: a repetition of the same one reuses its key. */
  readonly identity: Readonly<Record<string, unknown>>;
  readonly send: (idempotencyKey: string) => Promise<Result<T>>;
}

/** SHA-256 in hexadecimal of an object's fields in order. */
async function hashOf(identity: Readonly<Record<string, unknown>>): Promise<string> {
  const fields = Object.entries(identity)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The stored key of this very command, or a new one, stored. */
const takeKey = (
  { db, now }: WorkerContext,
  command: string,
  bodyHash: string,
): Promise<PendingCommandRow> =>
  db.transaction('rw', db.pendingCommands, async () => {
    const known = await db.pendingCommands.get([command, bodyHash]);
    // The server has forgotten a key that is older, and would take it for a new command.
    if (known && now() - known.createdAt < IDEMPOTENCY_KEEP_MS) return known;
    const row = { command, bodyHash, key: crypto.randomUUID(), createdAt: now() };
    await db.pendingCommands.put(row);
    return row;
  });

/**
 * Whether the server has decided. 429 and 5xx leave it open, except `wait`: that is the guess itself being
 * answered, and after the wait the same digits are a new guess.
 */
function isDecided(result: Result<unknown>): boolean {
  if (result.ok || result.error.code === 'wait') return true;
  const { status } = result.error;
  return status !== undefined && status !== 429 && status < 500;
}

/** After a time-out the person has waited long enough: the next try is theirs, with the same key. */
const repeatsAtOnce = (result: Result<unknown>): boolean =>
  !result.ok && result.error.code !== 'timeout' && ERRORS[result.error.code].retry === 'same-key';

/**
 * Sends a command that moves money. Its key is stored before the first send and goes with every
 * repetition, at once, on the next tap and after a crash, until the server has decided; so the server can
 * carry it out only once. Without a network it is refused: nothing is queued behind the user's back.
 */
export async function runMoneyCommand<T>(
  ctx: WorkerContext,
  { name, identity, send }: MoneyCommand<T>,
): Promise<Result<T>> {
  if (!ctx.connectivity.isOnline()) return failed('offline');
  const { key, command, bodyHash } = await takeKey(ctx, name, await hashOf(identity));
  const first = await send(key);
  const result = repeatsAtOnce(first) ? await send(key) : first;
  if (isDecided(result)) await ctx.db.pendingCommands.delete([command, bodyHash]);
  return result;
}
