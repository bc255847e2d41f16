import { and, eq, inArray, sql, lt } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { rateLimits } from '../db/schema/http.ts';
import { AppError } from './app-error.ts';

export interface Limit {
  /** Hits allowed in a window. */
  readonly hits: number;
  readonly windowMs: number;
}

/**
 * Counts a hit against a fixed window that all nodes share.
 * @param key what is limited, e.g. `login:account:{hash}`; hash anything personal before it comes here.
 * @returns the hits of this window so far, this one included.
 */
export async function hitsInWindow(
  db: Db,
  key: string,
  windowMs: number,
  nowMs: number,
): Promise<number> {
  const [before = 0] = await addHits(db, [key], windowMs, nowMs, true);
  return before + 1;
}

/**
 * Counts a hit and refuses it once the window is full.
 * @throws AppError `too_many_requests` with Retry-After.
 */
export async function countHit(db: Db, key: string, limit: Limit, nowMs: number): Promise<void> {
  if ((await hitsInWindow(db, key, limit.windowMs, nowMs)) > limit.hits)
    throw tooMany(limit, nowMs);
}

/**
 * The same for what one node alone takes, counted in memory: what breaks everywhere at once is not to cost the database
 * a statement each time.
 * @returns what counts a hit; throws AppError `too_many_requests` once the window is full
 */
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

/**
 * Counts one event against several keys at once, or only asks how full their windows are. Requests at the same
 * moment are counted one after the other, so that a burst gets no more than the same requests in a row.
 * @param keys always in the same order of kinds, since their rows are locked one after the other
 * @param isHit whether it counts
 * @returns the hits of each key's window before this one
 */
export async function addHits(
  db: Db,
  keys: readonly string[],
  windowMs: number,
  nowMs: number,
  isHit: boolean,
): Promise<number[]> {
  const windowStart = new Date(windowStartMs(windowMs, nowMs));
  const added = isHit ? 1 : 0;
  const rows = await db
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, windowStart, hits: added })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + ${added}` },
    })
    .returning({ key: rateLimits.key, hits: rateLimits.hits });
  const before = new Map(rows.map(({ key, hits }) => [key, hits - added]));
  return keys.map((key) => before.get(key) ?? 0);
}

/** The hits of a key's window so far. */
export async function readHits(
  db: Db,
  key: string,
  windowMs: number,
  nowMs: number,
): Promise<number> {
  const windowStart = new Date(windowStartMs(windowMs, nowMs));
  const [row] = await db
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), eq(rateLimits.windowStart, windowStart)));
  return row?.hits ?? 0;
}

/** Starts the counts of these keys anew. */
export async function forgetHits(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(rateLimits).where(inArray(rateLimits.key, [...keys]));
}

/** Deletes the counts of windows that began before a moment. */
export async function deleteHits(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, rateLimits, lt(rateLimits.windowStart, before));
}

/** The refusal of what finds its window full, until the next one begins. */
export function tooMany({ windowMs }: Pick<Limit, 'windowMs'>, nowMs: number): AppError {
  const endMs = windowStartMs(windowMs, nowMs) + windowMs;
  return new AppError('too_many_requests', { retryAfterSeconds: (endMs - nowMs) / 1000 });
}

const windowStartMs = (windowMs: number, nowMs: number): number =>
  Math.floor(nowMs / windowMs) * windowMs;
