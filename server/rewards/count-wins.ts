import type { Db } from '../db/database.ts';
import { readRegions } from '../accounts/read-regions.ts';
import { countEarned } from './count-earned.ts';

/** Counts a giveaway for each of its winners, inside the transaction that pays them. */
export async function countWins(tx: Db, userIds: readonly number[], now: Date): Promise<void> {
  const regions = await readRegions(tx, userIds);
  await countEarned(
    tx,
    userIds.map((userId) => ({ userId, region: regions.get(userId) ?? '', wins: 1 })),
    now,
  );
}
