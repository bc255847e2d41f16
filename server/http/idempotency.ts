import { createHash } from 'node:crypto';

import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import { IDEMPOTENCY_KEEP_MS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/ledger.ts';
import { inTransaction } from '../db/transaction.ts';
import { AppError, fieldError } from './app-error.ts';

const KEY_PATTERN = /^[\w.:-]{8,128}$/;

/** An answer as it is sent, so that a repeat can be given the same one. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** What a repeated request is recognised by; undefined when the caller sent no `Idempotency-Key`. */
export interface RequestKey {
  readonly userId: number;
  readonly key: string;
  readonly requestHash: string;
}

/**
 * Reads `Idempotency-Key`. The hash covers method, route and body, so a key cannot be reused for something else.
 * @throws AppError 422 for a key of the wrong form.
 */
export function requestKeyOf(request: FastifyRequest, userId: number): RequestKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key))
    throw fieldError('Idempotency-Key', 'must be 8 to 128 letters, digits, or . : _ -');
  const content = JSON.stringify([
    request.method,
    request.routeOptions.url,
    request.params,
    request.body ?? null,
  ]);
  return { userId, key, requestHash: createHash('sha256').update(content).digest('hex') };
}

/**
 * Runs `work` in one transaction, together with the row that remembers its answer. The same key again gets
 * that first answer; sent at the same moment, it waits for the first to commit. What `work` throws rolls
 * both back, so a failed request can be repeated with its key.
 * @throws AppError `idempotency_key_reused` for a known key with another request.
 */
export async function idempotently<T>(
  db: Db,
  requestKey: RequestKey | undefined,
  now: Date,
  work: (tx: Db) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  return inTransaction(db, async (tx) => {
    if (requestKey === undefined) return work(tx);
    const { userId, key, requestHash } = requestKey;
    const mine = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
    await tx
      .delete(idempotencyKeys)
      .where(
        and(mine, lt(idempotencyKeys.createdAt, new Date(now.getTime() - IDEMPOTENCY_KEEP_MS))),
      );
    const inserted = await tx
      .insert(idempotencyKeys)
      .values({ userId, key, requestHash, status: 0, answer: null, createdAt: now })
      .onConflictDoNothing({ target: [idempotencyKeys.userId, idempotencyKeys.key] })
      .returning({ id: idempotencyKeys.id });
    if (inserted.length === 0) {
      const [first] = await tx.select().from(idempotencyKeys).where(mine);
      if (!first) throw new AppError('unavailable');
      if (first.requestHash !== requestHash) throw new AppError('idempotency_key_reused');
      return { status: first.status, body: first.answer as T };
    }
    const answer = await work(tx);
    await tx
      .update(idempotencyKeys)
      .set({ status: answer.status, answer: answer.body })
      .where(mine);
    return answer;
  });
}
