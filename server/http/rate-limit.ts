import { eq, sql, lt } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
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
  const [row] = await db
    .insert(rateLimits)
    .values({ key, windowStart: new Date(windowStartMs(windowMs, nowMs)), hits: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + 1` },
    })
    .returning({ hits: rateLimits.hits });
  return row?.hits ?? 1;
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
 * Counts one event against several windows at once, or only asks how full they are; the event that finds one
 * of them full is refused. Requests at the same moment are counted one after the other, so that a burst gets
 * no more than the same requests in a row.
 * @param keys always in the same order of kinds, since their rows are locked one after the other
 * @param isHit whether it counts
 * @throws AppError `too_many_requests` with Retry-After.
 */
export async function countHits(
  db: Db,
  keys: readonly string[],
  limit: Limit,
  nowMs: number,
  isHit: boolean,
): Promise<void> {
  const windowStart = new Date(windowStartMs(limit.windowMs, nowMs));
  const added = isHit ? 1 : 0;
  const rows = await db
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, windowStart, hits: added })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + ${added}` },
    })
    .returning({ hits: rateLimits.hits });
  if (rows.some(({ hits }) => hits - added >= limit.hits)) throw tooMany(limit, nowMs);
}

/** Starts a key's count anew. */
export async function forgetHits(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Deletes the counts of windows that began before a moment. */
export async function deleteHits(db: Db, before: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, before));
}

function tooMany({ windowMs }: Limit, nowMs: number): AppError {
  const endMs = windowStartMs(windowMs, nowMs) + windowMs;
  return new AppError('too_many_requests', { retryAfterSeconds: (endMs - nowMs) / 1000 });
}

const windowStartMs = (windowMs: number, nowMs: number): number =>
  Math.floor(nowMs / windowMs) * windowMs;
