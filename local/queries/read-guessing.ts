import type { GoodiesDatabase } from '../database.ts';

/** Until when (ms since the epoch) guessing this voucher is refused; undefined when it is not. May be past. */
export const readWaitUntil = async (
  db: GoodiesDatabase,
  ulid: string,
): Promise<number | undefined> => (await db.waits.get(ulid))?.untilMs;
