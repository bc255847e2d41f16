import { and, eq, inArray, sql, lt } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { rateLimits } from '../db/schema/http.ts';
import { AppError } from './app-error.ts';

export interface Limit {
  readonly hits: number;
  readonly windowMs: number;
}

/** `key` must hold no personal data in plain text; the result includes this hit. */
export async function hitsInWindow(
  db: Db,
  key: string,
  windowMs: number,
  nowMs: number,
): Promise<number> {
  const [before = 0] = await addHits(db, [key], windowMs, nowMs);
  return before + 1;
}

export async function countHit(db: Db, key: string, limit: Limit, nowMs: number): Promise<void> {
  if ((await hitsInWindow(db, key, limit.windowMs, nowMs)) > limit.hits)
    throw tooMany(limit, nowMs);
}

/** Counts in this node's memory, because a mass failure must not cost a statement for each hit. */
export function limitOnNode(limit: Limit): (nowMs: number) => void {
  let startMs = 0;
  let hits = 0;
  return (nowMs) => {
    const currentMs = windowStartMs(limit.windowMs, nowMs);
    hits = currentMs === startMs ? hits + 1 : 1;
    startMs = currentMs;
    if (hits > limit.hits) throw tooMany(limit, nowMs);
  };
}

/** `keys` need a fixed order of kinds, or their row locks can deadlock; the result excludes this event. */
export async function addHits(
  db: Db,
  keys: readonly string[],
  windowMs: number,
  nowMs: number,
): Promise<number[]> {
  const windowStart = new Date(windowStartMs(windowMs, nowMs));
  const rows = await db
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, windowStart, hits: 1 })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + 1` },
    })
    .returning({ key: rateLimits.key, hits: rateLimits.hits });
  const before = new Map(rows.map(({ key, hits }) => [key, hits - 1]));
  return keys.map((key) => before.get(key) ?? 0);
}

/** In the order of `keys`. */
export async function readHits(
  db: Db,
  keys: readonly string[],
  windowMs: number,
  nowMs: number,
): Promise<number[]> {
  const windowStart = new Date(windowStartMs(windowMs, nowMs));
  const rows = await db
    .select({ key: rateLimits.key, hits: rateLimits.hits })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, [...keys]), eq(rateLimits.windowStart, windowStart)));
  const byKey = new Map(rows.map(({ key, hits }) => [key, hits]));
  return keys.map((key) => byKey.get(key) ?? 0);
}

export async function forgetHits(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, [...keys]));
}

export async function deleteHits(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, rateLimits, lt(rateLimits.windowStart, before));
}

export function tooMany({ windowMs }: Pick<Limit, 'windowMs'>, nowMs: number): AppError {
  const endMs = windowStartMs(windowMs, nowMs) + windowMs;
  return new AppError('too_many_requests', { retryAfterSeconds: (endMs - nowMs) / 1000 });
}

const windowStartMs = (windowMs: number, nowMs: number): number =>
  Math.floor(nowMs / windowMs) * windowMs;
