import { eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { rateLimits } from '../db/schema/operations.ts';
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
  if ((await hitsInWindow(db, key, limit.windowMs, nowMs)) > limit.hits) {
    const endMs = windowStartMs(limit.windowMs, nowMs) + limit.windowMs;
    throw new AppError('too_many_requests', { retryAfterSeconds: (endMs - nowMs) / 1000 });
  }
}

/** Starts a key's count anew. */
export async function forgetHits(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

const windowStartMs = (windowMs: number, nowMs: number): number =>
  Math.floor(nowMs / windowMs) * windowMs;
