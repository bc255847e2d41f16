import { and, eq, sql } from 'drizzle-orm';

import { type CoinReason, PERIODS } from '../../contract/rewards/reasons.ts';
import { addPoints } from '../accounts/add-points.ts';
import { readRegions } from '../accounts/read-regions.ts';
import type { Db } from '../db/database.ts';
import { coinTotals, pointsEntries } from '../db/schema/rewards.ts';
import { AppError } from '../http/app-error.ts';
import { boardOf } from './boards.ts';

/** What counts on the leaderboards, and as what. */
const COUNTED = { share: 'shares', referral_signup: 'joins' } as const;

export interface PointsMovement {
  readonly userId: number;
  /** Coins: positive earns, negative spends. */
  readonly delta: number;
  readonly reason: CoinReason;
  /** Names the occasion, so that it pays once: `share:{voucher}:{user}`, `referral-signup:{user}`. */
  readonly reference: string;
  readonly now: Date;
}

export type PointsMoved =
  | { readonly moved: true; /** Coins after the movement. */ readonly balance: number }
  /** The occasion was paid before; nothing changed. */
  | { readonly moved: false };

/**
 * Writes one row of the coins journal, moves the balance and, where it is earned, the leaderboards, inside the
 * caller's transaction. Whose account was deleted is on no leaderboard. Locks the user's row.
 * @throws AppError `not_enough_points` when the balance would go below zero: the transaction must roll
 * back, so catch it outside.
 */
export async function movePoints(tx: Db, movement: PointsMovement): Promise<PointsMoved> {
  const { userId, delta, reason, reference, now } = movement;
  const [entry] = await tx
    .insert(pointsEntries)
    .values({ userId, delta, reason, reference, createdAt: now })
    .onConflictDoNothing({ target: pointsEntries.reference })
    .returning({ id: pointsEntries.id });
  if (!entry) return { moved: false };
  const user = await addPoints(tx, userId, delta);
  if (!user) throw new AppError('not_enough_points');
  const isCounted = reason === 'share' || reason === 'referral_signup';
  if (isCounted && !user.deletedAt) {
    const earned = { userId, region: user.region, points: delta, [COUNTED[reason]]: 1 };
    await countEarned(tx, [earned], now);
  }
  return { moved: true, balance: user.points };
}

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

/** Counts a giveaway for each of its winners, inside the transaction that pays them. */
export async function countWins(tx: Db, userIds: readonly number[], now: Date): Promise<void> {
  const regions = await readRegions(tx, userIds);
  await countEarned(
    tx,
    userIds.map((userId) => ({ userId, region: regions.get(userId) ?? '', wins: 1 })),
    now,
  );
}

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
