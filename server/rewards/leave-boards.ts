import { sql } from 'drizzle-orm';

import { REGION_KEYS } from '../../contract/region-table.ts';
import { PERIODS } from '../../contract/rewards/reasons.ts';
import type { Db } from '../db/database.ts';
import { boardOf } from './boards.ts';

/** Takes a user off the leaderboards that run, inside the transaction that has locked and deleted the account. */
export async function leaveBoards(tx: Db, userId: number, now: Date): Promise<void> {
  const boards = PERIODS.map((period) => boardOf(period, now));
  const regions = ['', ...REGION_KEYS];
  await tx.execute(sql`
    with gone as (
      delete from coin_totals
      where board = any(${sql.param(boards)}::text[]) and region = any(${sql.param(regions)}::text[])
        and user_id = ${userId}
      returning board, region, points
    )
    insert into coin_standing_changes (board, region, points, people)
    select board, region, points, -1 from gone where points > 0`);
}
