import { eq, notInArray, or } from 'drizzle-orm';

import { PERIODS } from '../../contract/rewards/reasons.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { coinStandingChanges, coinStandings, coinTotals } from '../db/schema/rewards.ts';
import { boardOf } from './boards.ts';

/** Forgets weeks and months that are over, and numbers of coins that no user has any more. */
export async function sweepBoards(db: Db, now: Date): Promise<void> {
  const kept = PERIODS.map((period) => boardOf(period, now));
  await deleteInBatches(db, coinTotals, notInArray(coinTotals.board, kept));
  await deleteInBatches(db, coinStandingChanges, notInArray(coinStandingChanges.board, kept));
  const isUnused = or(notInArray(coinStandings.board, kept), eq(coinStandings.people, 0));
  await deleteInBatches(db, coinStandings, isUnused);
}
