import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { coinTotals } from '../db/schema/rewards.ts';

/** What a user has earned in all. */
export interface EarnedInAll {
  /** Coins. */
  readonly points: number;
  readonly shares: number;
  readonly joins: number;
  readonly wins: number;
}

const NOTHING: EarnedInAll = { points: 0, shares: 0, joins: 0, wins: 0 };

/** What a user has earned in all, from their row of the board of all time. */
export async function readEarned(db: Db, userId: number): Promise<EarnedInAll> {
  const { points, shares, joins, wins } = coinTotals;
  const [row] = await db
    .select({ points, shares, joins, wins })
    .from(coinTotals)
    .where(
      and(eq(coinTotals.board, 'all'), eq(coinTotals.region, ''), eq(coinTotals.userId, userId)),
    );
  return row ?? NOTHING;
}
