import { sql } from 'drizzle-orm';

import type { Clock } from '../clock.ts';
import type { Db } from './database.ts';
import { queryRows } from './query-rows.ts';

/** A clock that follows the database's. */
export interface DatabaseClock extends Clock {
  /** Asks the database what time it is; a slow answer is no answer. @throws when there was none. */
  follow(): Promise<void>;
  /** Follows from now on. */
  start(): void;
  stop(): void;
}

const FOLLOW_EVERY_MS = 10_000;
/** An answer that took longer says too little about when it was given. */
const MAX_ROUND_TRIP_MS = 500;
/** Differences up to this are the network's; following them would let the clock tremble. */
const TOLERANCE_MS = 100;

/**
 * The time of the database, which all nodes share: a node whose own clock is minutes off draws no lottery early
 * and lets no request wait longer. Between answers it goes on by the monotonic clock, so that setting the machine's
 * clock changes nothing.
 * @param monotonicMs ms since some moment, never going back
 */
export async function createDatabaseClock(
  db: Db,
  monotonicMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let offsetMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const follow = async (): Promise<void> => {
    const askedAt = monotonicMs();
    const [row] = await queryRows<{ ms: string }>(
      db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`,
    );
    const answeredAt = monotonicMs();
    if (!row) throw new Error('the database did not tell the time');
    const measured = Number(row.ms) - (askedAt + answeredAt) / 2;
    if (offsetMs === undefined) offsetMs = measured;
    else if (
      answeredAt - askedAt <= MAX_ROUND_TRIP_MS &&
      Math.abs(measured - offsetMs) > TOLERANCE_MS
    )
      offsetMs = measured;
  };

  await follow();
  // The first answer came over a new connection, and so later than it was given.
  offsetMs = undefined;
  await follow();
  return {
    now: () => Math.round(monotonicMs() + (offsetMs ?? 0)),
    follow,
    start() {
      // A database that is away tells nothing new; the clock goes on as it did.
      timer ??= setInterval(() => void follow().catch(() => undefined), FOLLOW_EVERY_MS).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
