import { sql } from 'drizzle-orm';

import type {
  LeaderboardAnswer,
  LeaderboardQuery,
  Standing,
} from '../../contract/rewards/rewards.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { boardOf, endOfPeriod } from './boards.ts';

export const LEADERBOARD_SIZE = 50;

interface Row extends Standing {
  readonly is_me: boolean;
  readonly username: string;
  readonly people: string;
}

/**
 * The top of a leaderboard and the caller's rank. The list walks an index; a rank adds up counts of users by coins,
 * so its cost does not grow with the number of users.
 */
export async function readLeaderboard(
  db: Db,
  userId: number,
  { period = 'week', region }: LeaderboardQuery,
  now: Date,
): Promise<LeaderboardAnswer> {
  const board = boardOf(period, now);
  const isHere = sql`board = ${board} and region = ${region ?? ''}`;
  // One statement is one snapshot: a fold between two would count users twice.
  const rows = await queryRows<Row>(
    db,
    sql`
    with standings as (
      select points, people from coin_standings where ${isHere}
      union all select points, people from coin_standing_changes where ${isHere}
    ), top as (
      select user_id, points, wins, shares, rank() over (order by points desc)::int as rank
      from (
        select * from coin_totals where ${isHere} and points > 0
        order by points desc, user_id limit ${LEADERBOARD_SIZE}
      ) first
    ), mine as (
      select user_id, points, wins, shares, 1 + (
        select coalesce(sum(standings.people), 0) from standings where standings.points > own.points
      )::int as rank
      from coin_totals own where ${isHere} and user_id = ${userId} and points > 0
    ), people as (select coalesce(sum(people), 0)::text as people from standings)
    select named.is_me, named.rank, users.username, users.avatar, named.points, named.wins, named.shares, people.people
    from people
    left join (
      select false as is_me, * from top union all select true, * from mine
    ) named (is_me, user_id, points, wins, shares, rank) on true
    left join users on users.id = named.user_id
    order by named.is_me, named.points desc, named.user_id`,
  );
  const named = rows.filter(({ username }) => username !== null);
  const present = ({ rank, username, avatar, points, wins, shares }: Row): Standing => ({
    rank,
    username,
    avatar,
    points,
    wins,
    shares,
  });
  const me = named.find(({ is_me: isMe }) => isMe);
  return {
    success: true,
    data: named.filter(({ is_me: isMe }) => !isMe).map(present),
    me: me ? present(me) : null,
    people: Number(rows[0]?.people ?? 0),
    ends_at: endOfPeriod(period, now)?.toISOString() ?? null,
  };
}
