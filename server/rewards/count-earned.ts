import { sql } from 'drizzle-orm';

import { PERIODS } from '../../contract/rewards/reasons.ts';
import type { Db } from '../db/database.ts';
import { boardOf } from './boards.ts';

/** What a user has just earned; counts of what it was. */
export interface Earned {
  readonly userId: number;
  /** Where they live. */
  readonly region: string;
  /** Coins. */
  readonly points?: number;
  readonly shares?: number;
  readonly joins?: number;
  readonly wins?: number;
}

/**
 * Adds to the leaderboards of the week, the month and all time, inside the transaction that earns it. Locks the
 * rows of these users, lowest id first; a caller that calls it several times has to go by rising ids as well.
 * No other user's rows are touched: that more people have so many coins now is only noted.
 */
export async function countEarned(tx: Db, earned: readonly Earned[], now: Date): Promise<void> {
  if (earned.length === 0) return;
  const rows = earned.map(({ userId, region, points = 0, shares = 0, joins = 0, wins = 0 }) => ({
    user_id: userId,
    region,
    points,
    shares,
    joins,
    wins,
  }));
  const boards = PERIODS.map((period) => boardOf(period, now));
  await tx.execute(sql`
    with grown as (
      insert into coin_totals as total (board, region, user_id, points, shares, joins, wins)
      select board.board, place.region, earned.user_id, earned.points, earned.shares, earned.joins, earned.wins
      from json_to_recordset(${JSON.stringify(rows)}::json) as earned
        (user_id int, region text, points int, shares int, joins int, wins int)
      cross join unnest(${sql.param(boards)}::text[]) as board (board)
      cross join lateral (select '' union select earned.region) as place (region)
      order by earned.user_id, board.board, place.region
      on conflict (board, region, user_id) do update set
        points = total.points + excluded.points, shares = total.shares + excluded.shares,
        joins = total.joins + excluded.joins, wins = total.wins + excluded.wins
      returning board, region, user_id, points
    ), moved as (
      select grown.board, grown.region, grown.points, earned.points as more
      from grown
      join json_to_recordset(${JSON.stringify(rows)}::json) as earned (user_id int, points int)
        on earned.user_id = grown.user_id
      where earned.points > 0
    )
    insert into coin_standing_changes (board, region, points, people)
    select board, region, points, 1 from moved
    union all select board, region, points - more, -1 from moved where points > more`);
}
