import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { OwnerProof } from '../../contract/common.ts';
import { IDEMPOTENCY_KEEP_MS, IDEMPOTENCY_MAX_KEYS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { idempotencyKeys } from '../db/schema/http.ts';
import { isDatabaseAway } from '../db/database-faults.ts';
import { queryRows } from '../db/query-rows.ts';
import { constraintOf, inTransaction } from '../db/transaction.ts';
import type { Secrets } from '../config/secrets.ts';
import { callerOf } from './access.ts';
import { AppError, fieldError } from './app-error.ts';

/** Keys expire after days, so an account over its quota must not retry soon. */
const FULL_RETRY_SECONDS = 60 * 60;
const KEY_TAKEN = 'idempotency_keys_user_key_unique';
const KEY_PATTERN = /^[\w.:-]{8,128}$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if a repeat without an `Idempotency-Key` could move money, or ask a payer for it, twice. */
    needsKey?: boolean;
  }
}

/** Install it after `guardAccess`, so that authentication fails first. */
export function requireKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ route, headers }) => {
    if (route.needsKey && headers['idempotency-key'] === undefined)
      throw new AppError('idempotency_key_missing');
  });
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface RequestKey {
  readonly userId: number;
  readonly key: string;
  /** A keyed hash: a body holds codes, and a plain hash of one can be searched in milliseconds. */
  readonly fingerprint: string;
  /** A stored fingerprint of a retired hash key counts as the same request. */
  readonly isSame: (stored: string) => boolean;
}

/** A request of a user that is answered once. */
export interface KeyedRequest<Body> {
  readonly userId: number;
  readonly body: Body;
  readonly requestKey: RequestKey | undefined;
}

export function keyedRequestOf<Body>(
  secrets: Secrets,
  request: FastifyRequest & { readonly body: Body },
): KeyedRequest<Body> {
  const { userId } = callerOf(request);
  return { userId, body: request.body, requestKey: requestKeyOf(secrets, request, userId) };
}

/** The fingerprint omits PIN and passkey, because another PIN does not make another request. */
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
    // Fingerprints stored by older versions include the PIN.
    isSame: (stored) => isOf(stored, content) || isOf(stored, contentOf(body)),
  };
}

function withoutProof(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { pin: _, passkey: __, ...asked } = body as Partial<Record<keyof OwnerProof, unknown>>;
  return asked;
}

function textOf(request: readonly unknown[]): string {
  try {
    return JSON.stringify(request);
  } catch (error) {
    // A deeply nested body exhausts the stack.
    if (error instanceof RangeError) throw new AppError('malformed');
    throw error;
  }
}

/** If `fn` fails, its answer is rolled back too, so the request can be repeated with its key. */
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

/** Of simultaneous requests with one key each may run, one commits, and all get its answer. */
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
      // The key belongs to an expired answer.
      await db
        .delete(idempotencyKeys)
        .where(and(isKey(requestKey), lt(idempotencyKeys.createdAt, oldestKept(now))));
    }
  }
}

export const isKeyTaken = (error: unknown): boolean => constraintOf(error) === KEY_TAKEN;

/** @throws AppError `too_many_requests`; a database error when the key is taken, for `answerOnce` */
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
  const stored = await queryRows(tx)`
    ${insertAnswer(answer)} where ${hasRoomForKey(sql`${userId}::int`)} returning id`;
  if (stored.length === 0) throw noRoomForKey();
}

/** The statement fails when the key is taken; a caller may append a condition. */
export const insertAnswer = (
  given: Readonly<Record<'userId' | 'key' | 'fingerprint' | 'status' | 'body' | 'now', SQL>>,
): SQL => sql`
  insert into idempotency_keys (user_id, key, request_hash, status, answer, created_at)
  select ${given.userId}::int, ${given.key}::text, ${given.fingerprint}::text, ${given.status}::int,
    ${given.body}::text::jsonb, ${given.now}::timestamptz`;

export const hasRoomForKey = (userId: SQL): SQL<boolean> => sql<boolean>`(
  select count(*) from (select from idempotency_keys where user_id = ${userId} limit ${sql.raw(`${IDEMPOTENCY_MAX_KEYS}`)}) mine
) < ${sql.raw(`${IDEMPOTENCY_MAX_KEYS}`)}`;

export const noRoomForKey = (): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds: FULL_RETRY_SECONDS });

/** Call it before a check that depends on the time, which could refuse a repeated request. */
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

export async function forgetAnswer(db: Db, requestKey: RequestKey | undefined): Promise<void> {
  if (requestKey) await db.delete(idempotencyKeys).where(isKey(requestKey));
}

/** A limit must not refuse a repeat that has a stored answer; the body is compared later. */
export async function wasAnswered(
  db: Db,
  requestKey: RequestKey | undefined,
  now: Date,
): Promise<boolean> {
  if (requestKey === undefined) return false;
  const isKept = gte(idempotencyKeys.createdAt, oldestKept(now));
  return (await db.$count(idempotencyKeys, and(isKey(requestKey), isKept))) > 0;
}

export async function sweepKeys(db: Db, nowMs: number): Promise<void> {
  const isExpired = lt(idempotencyKeys.createdAt, oldestKept(new Date(nowMs)));
  await deleteInBatches(db, idempotencyKeys, isExpired);
}

const isKey = ({ userId, key }: RequestKey): SQL | undefined =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

const oldestKept = (now: Date): Date => new Date(now.getTime() - IDEMPOTENCY_KEEP_MS);
