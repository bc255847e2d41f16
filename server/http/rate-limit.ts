import { sql } from 'drizzle-orm';

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
 * @throws AppError `too_many_requests` with Retry-After once the window is full.
 */
export async function countHit(db: Db, key: string, limit: Limit, nowMs: number): Promise<void> {
  const start = Math.floor(nowMs / limit.windowMs) * limit.windowMs;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, windowStart: new Date(start), hits: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + 1` },
    })
    .returning({ hits: rateLimits.hits });
  if ((row?.hits ?? 1) > limit.hits) {
    throw new AppError('too_many_requests', {
      retryAfterSeconds: (start + limit.windowMs - nowMs) / 1000,
    });
  }
}
