import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { OwnerProof } from '../../contract/common.ts';
import { IDEMPOTENCY_KEEP_MS, IDEMPOTENCY_MAX_KEYS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/http.ts';
import { isDatabaseAway } from '../db/database-faults.ts';
import { queryRows } from '../db/query-rows.ts';
import { constraintOf, inTransaction } from '../db/transaction.ts';
import type { Secrets } from '../config/secrets.ts';
import { AppError, fieldError } from './app-error.ts';

/** Keys go after days, so an account that has too many is asked to come back later, not soon. */
const FULL_RETRY_SECONDS = 60 * 60;
/** The index that one of two rows with the same key fails on. */
const KEY_TAKEN = 'idempotency_keys_user_key_unique';
const KEY_PATTERN = /^[\w.:-]{8,128}$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it takes an `Idempotency-Key`: a repeat without one could move money, or ask a payer for it, again. */
    needsKey?: boolean;
  }
}

/** Refuses what moves money without a key. To be installed after the access rule, which comes first. */
export function requireKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ route, headers }) => {
    if (route.needsKey && headers['idempotency-key'] === undefined)
      throw new AppError('idempotency_key_missing');
  });
}

/** An answer as it is sent, so that a repeat can be given the same one. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** What a repeated request is recognised by; undefined when the caller sent no `Idempotency-Key`. */
export interface RequestKey {
  readonly userId: number;
  readonly key: string;
  /** A keyed hash: a body holds codes, and a plain hash of one would be searched in milliseconds. */
  readonly fingerprint: string;
  /** Whether a stored fingerprint is this request's. One of a key that was retired counts as the same. */
  readonly isSame: (stored: string) => boolean;
}

/**
 * Reads `Idempotency-Key`. The fingerprint covers method, route and body, so a key cannot be reused for something else.
 * What proves who asks is no part of it: another PIN does not make another request.
 * @param body what the request asks for, where that is not its parsed body
 * @throws AppError 422 for a key of the wrong form; `malformed` for a body that is nested too deeply to be hashed,
 * which only a route without a schema for it lets through.
 */
export function requestKeyOf(
  secrets: Secrets,
  request: FastifyRequest,
  userId: number,
  body: unknown = request.body,
): RequestKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key))
    throw fieldError('Idempotency-Key', 'must be 8 to 128 letters, digits, or . : _ -');
  const { method, routeOptions, params } = request;
  const contentOf = (asked: unknown): string =>
    textOf([method, routeOptions.url, params, asked ?? null]);
  const content = contentOf(withoutProof(body));
  const isOf = (stored: string, of: string): boolean => secrets.isFingerprintOf(stored, of) ?? true;
  return {
    userId,
    key,
    fingerprint: secrets.fingerprint(content),
    // A version before passkeys took the PIN into some of them.
    isSame: (stored) => isOf(stored, content) || isOf(stored, contentOf(body)),
  };
}

/** A body without what `OwnerProof` adds to it. */
function withoutProof(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { pin: _, passkey: __, ...asked } = body as Partial<Record<keyof OwnerProof, unknown>>;
  return asked;
}

function textOf(request: readonly unknown[]): string {
  try {
    return JSON.stringify(request);
  } catch (error) {
    // The stack is exhausted.
    if (error instanceof RangeError) throw new AppError('malformed');
    throw error;
  }
}

/**
 * Runs `fn` in one transaction, together with the row that stores its answer. The same key again gets
 * that first answer. What `fn` throws rolls both back, so a failed request can be repeated with its key.
 * @throws AppError those of `answerOnce`
 */
export function withIdempotencyKey<T>(
  db: Db,
  requestKey: RequestKey | undefined,
  now: Date,
  fn: (tx: Db) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  return answerOnce(db, requestKey, now, () =>
    inTransaction(db, async (tx) => {
      const first = await firstAnswer<T>(tx, requestKey, now);
      if (first) return first;
      const answer = await fn(tx);
      await storeAnswer(tx, requestKey, answer, now);
      return answer;
    }),
  );
}

/**
 * Runs `fn`, whose transaction stores its answer, by `storeAnswer` or with a statement of its own that fails where the
 * key is taken. Of requests at the same moment each may run, and one commits: the others get its answer, whatever
 * kept them from their own.
 * @throws AppError `idempotency_key_reused` for a known key with another request, `too_many_requests` for a new one
 * of an account that has as many as are kept.
 */
export async function answerOnce<A extends Answer<unknown>>(
  db: Db,
  requestKey: RequestKey | undefined,
  now: Date,
  fn: () => Promise<A>,
): Promise<A | Answer<A['body']>> {
  for (;;) {
    try {
      return await fn();
    } catch (error) {
      if (requestKey === undefined || isDatabaseAway(error)) throw error;
      const first = await firstAnswer<A['body']>(db, requestKey, now);
      if (first) return first;
      if (!isKeyTaken(error)) throw error;
      // By an answer that is not given any more.
      await db
        .delete(idempotencyKeys)
        .where(and(isKey(requestKey), lt(idempotencyKeys.createdAt, oldestKept(now))));
    }
  }
}

/** Whether a statement failed because a key has an answer already. */
export const isKeyTaken = (error: unknown): boolean => constraintOf(error) === KEY_TAKEN;

/**
 * Stores the answer to a request in the transaction of what it has done.
 * @throws AppError `too_many_requests`; a database error where the key is taken, for `answerOnce`
 */
export async function storeAnswer(
  tx: Db,
  requestKey: RequestKey | undefined,
  { status, body }: Answer<unknown>,
  now: Date,
): Promise<void> {
  if (requestKey === undefined) return;
  const { userId, key, fingerprint } = requestKey;
  const answer = {
    userId: sql`${userId}`,
    key: sql`${key}`,
    fingerprint: sql`${fingerprint}`,
    status: sql`${status}`,
    body: sql`${JSON.stringify(body ?? null)}`,
    now: sql`${now.toISOString()}`,
  };
  const stored = await queryRows(
    tx,
    sql`${insertAnswer(answer)} where ${hasRoomForKey(sql`${userId}::int`)} returning id`,
  );
  if (stored.length === 0) throw noRoomForKey();
}

/** What stores an answer, as SQL to which a condition may be added; it fails where the key is taken. */
export const insertAnswer = (
  given: Readonly<Record<'userId' | 'key' | 'fingerprint' | 'status' | 'body' | 'now', SQL>>,
): SQL => sql`
  insert into idempotency_keys (user_id, key, request_hash, status, answer, created_at)
  select ${given.userId}::int, ${given.key}::text, ${given.fingerprint}::text, ${given.status}::int,
    ${given.body}::text::jsonb, ${given.now}::timestamptz`;

/** Whether an account may have one more key, as SQL. */
export const hasRoomForKey = (userId: SQL): SQL<boolean> => sql<boolean>`(
  select count(*) from (select from idempotency_keys where user_id = ${userId} limit ${sql.raw(`${IDEMPOTENCY_MAX_KEYS}`)}) mine
) < ${sql.raw(`${IDEMPOTENCY_MAX_KEYS}`)}`;

/** The refusal of a key for which there is no room. */
export const noRoomForKey = (): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds: FULL_RETRY_SECONDS });

/**
 * The answer that a request with this key got, undefined for a new one: for what would judge a repeated
 * request by another clock than the first, before `withIdempotencyKey` could find it.
 * @throws AppError `idempotency_key_reused` for a known key with another request.
 */
export async function firstAnswer<T>(
  db: Db,
  requestKey: RequestKey | undefined,
  now: Date,
): Promise<Answer<T> | undefined> {
  if (requestKey === undefined) return undefined;
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(isKey(requestKey), gte(idempotencyKeys.createdAt, oldestKept(now))));
  if (!first) return undefined;
  if (!requestKey.isSame(first.requestHash)) throw new AppError('idempotency_key_reused');
  return { status: first.status, body: first.answer as T };
}

/** Forgets a key's answer, where what it names cannot be gone on with: the next request with the key begins anew. */
export async function forgetAnswer(db: Db, requestKey: RequestKey | undefined): Promise<void> {
  if (requestKey) await db.delete(idempotencyKeys).where(isKey(requestKey));
}

/**
 * Whether a request with this key was answered already: a limit must not keep its repeat from that answer.
 * What the request holds is compared later, of a form once it is read.
 */
export async function wasAnswered(
  db: Db,
  requestKey: RequestKey | undefined,
  now: Date,
): Promise<boolean> {
  if (requestKey === undefined) return false;
  const isKept = gte(idempotencyKeys.createdAt, oldestKept(now));
  return (await db.$count(idempotencyKeys, and(isKey(requestKey), isKept))) > 0;
}

const isKey = ({ userId, key }: RequestKey): SQL | undefined =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

const oldestKept = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_KEEP_MS);
