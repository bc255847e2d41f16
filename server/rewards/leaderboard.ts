import { eq, notInArray, or, sql } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import { REGION_KEYS } from '../../contract/region-table.ts';
import { type Period, PERIODS } from '../../contract/rewards/reasons.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { queryRows } from '../db/query-rows.ts';
import { coinStandingChanges, coinStandings, coinTotals } from '../db/schema/rewards.ts';
import type { Deps } from '../deps.ts';
import { EVERY_MINUTE } from '../jobs/jobs.ts';
import type {
  LeaderboardAnswer,
  LeaderboardQuery,
  Standing,
} from '../../contract/rewards/rewards.ts';

const ALL = 'all';
const WEEK_DAYS = 7;
/** An ISO week belongs to the year of its Thursday. */
const THURSDAY = 4;

const pad = (value: number): string => String(value).padStart(2, '0');

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (at: Date): number => at.getUTCDay() || WEEK_DAYS;

/** For example `2026-W48`; weeks begin on Monday at midnight UTC. */
function weekOf(at: Date): string {
  const thursday = new Date(at.getTime() + (THURSDAY - weekdayOf(at)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const day = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS);
  return `${year}-W${pad(Math.floor(day / WEEK_DAYS) + 1)}`;
}

const monthOf = (at: Date): string => `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}`;

export function boardOf(period: Period, at: Date): string {
  if (period === 'all') return ALL;
  return period === 'week' ? weekOf(at) : monthOf(at);
}

/** Null for all time. */
export function endOfPeriod(period: Period, at: Date): Date | null {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'all') return null;
  if (period === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, day + WEEK_DAYS + 1 - weekdayOf(at)));
}

/** Removes a user from the current leaderboards, in the transaction that deletes the account. */
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

/** Deletes past weeks and months, and counts of coins that no user has. */
export async function sweepBoards(db: Db, now: Date): Promise<void> {
  const kept = PERIODS.map((period) => boardOf(period, now));
  await deleteInBatches(db, coinTotals, notInArray(coinTotals.board, kept));
  await deleteInBatches(db, coinStandingChanges, notInArray(coinStandingChanges.board, kept));
  const isUnused = or(notInArray(coinStandings.board, kept), eq(coinStandings.people, 0));
  await deleteInBatches(db, coinStandings, isUnused);
}

/** Changes in one transaction. */
const BATCH = 10_000;

/** Adds queued changes to the counts of users by coins. Changes that another node has locked are left to it. */
export async function foldStandings(db: Db): Promise<void> {
  let taken: number;
  do {
    const [folded] = await queryRows<{ n: number }>(db)`
      with due as (
        select id from coin_standing_changes order by id limit ${BATCH} for update skip locked
      ), taken as (
        delete from coin_standing_changes where id in (select id from due)
        returning board, region, points, people
      ), folded as (
        insert into coin_standings as standing (board, region, points, people)
        select board, region, points, sum(people) from taken group by 1, 2, 3
        having sum(people) <> 0 order by 1, 2, 3
        on conflict (board, region, points) do update set people = standing.people + excluded.people
      )
      select count(*)::int as n from taken`;
    taken = folded?.n ?? 0;
  } while (taken === BATCH);
}

export function registerRewardJobs(deps: Deps): void {
  deps.jobs.handle('fold-standings', () => foldStandings(deps.db), EVERY_MINUTE);
  deps.jobs.handle('sweep-boards', () => sweepBoards(deps.db, dateOf(deps.clock)), '23 3 * * *');
}

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
  const rows = await queryRows<Row>(db)`
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
    order by named.is_me, named.points desc, named.user_id`;
  const named = rows.filter(({ username }) => username !== null);
  return {
    success: true,
    data: named.filter(({ is_me: isMe }) => !isMe),
    me: named.find(({ is_me: isMe }) => isMe) ?? null,
    people: Number(rows[0]?.people ?? 0),
    ends_at: endOfPeriod(period, now)?.toISOString() ?? null,
  };
}
