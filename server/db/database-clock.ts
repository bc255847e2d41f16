import type { Clock } from '../clock.ts';
import type { Db } from './database.ts';
import { queryRows } from './query-rows.ts';

export interface DatabaseClock extends Clock {
  follow(): Promise<void>;
  start(): void;
  stop(): void;
}

const FOLLOW_EVERY_MS = 10_000;
/** A slower answer says too little about the time at which it was given. */
const MAX_ROUND_TRIP_MS = 500;
/** Smaller differences come from the network, and following them would make the clock jitter. */
const TOLERANCE_MS = 100;

/** All nodes use the database's time, so that a machine's wrong clock cannot start a draw early. */
export async function createDatabaseClock(
  db: Db,
  monotonicMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let offsetMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const follow = async (): Promise<void> => {
    const askedAt = monotonicMs();
    const [row] = await queryRows<{ ms: string }>(db)`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`;
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
  // The first answer includes the time to connect, so it is measured again.
  offsetMs = undefined;
  await follow();
  return {
    now: () => Math.round(monotonicMs() + (offsetMs ?? 0)),
    follow,
    start() {
      timer ??= setInterval(() => void follow().catch(() => undefined), FOLLOW_EVERY_MS).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
