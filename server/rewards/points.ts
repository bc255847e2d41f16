import { and, eq, sql } from 'drizzle-orm';

import { SHARE_REWARD_COINS } from '../../contract/constants.ts';
import { type CoinReason, PERIODS } from '../../contract/rewards/reasons.ts';
import { addPoints, readRegions } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { hasChanged, queryRows } from '../db/query-rows.ts';
import { coinTotals, pointsEntries } from '../db/schema/rewards.ts';
import { AppError } from '../http/app-error.ts';
import { boardOf } from './leaderboard.ts';

/** Reasons that count on the leaderboards. */
const COUNTED = { share: 'shares', referral_signup: 'joins' } as const;

export interface PointsMovement {
  readonly userId: number;
  /** Coins: positive earns, negative spends. */
  readonly delta: number;
  readonly reason: CoinReason;
  /** Unique for each occasion, e.g. `share:{voucher}:{user}`. */
  readonly reference: string;
  readonly now: Date;
}

export type PointsMoved =
  | { readonly moved: true; /** Coins after the movement. */ readonly balance: number }
  /** This occasion was paid before. */
  | { readonly moved: false };

/**
 * Adds a row to the coins journal and updates balance and leaderboards, in the caller's transaction. Locks the
 * user's row.
 */
export async function movePoints(tx: Db, movement: PointsMovement): Promise<PointsMoved> {
  const { userId, delta, reason, reference, now } = movement;
  const entry = tx
    .insert(pointsEntries)
    .values({ userId, delta, reason, reference, createdAt: now })
    .onConflictDoNothing({ target: pointsEntries.reference });
  if (!(await hasChanged(entry))) return { moved: false };
  const user = await addPoints(tx, userId, delta);
  if (!user) throw new AppError('not_enough_points');
  const isCounted = reason === 'share' || reason === 'referral_signup';
  if (isCounted && !user.deletedAt) {
    const earned = { userId, region: user.region, points: delta, [COUNTED[reason]]: 1 };
    await countEarned(tx, [earned], now);
  }
  return { moved: true, balance: user.points };
}

export interface Earned {
  readonly userId: number;
  readonly region: string;
  readonly points?: number;
  readonly shares?: number;
  readonly joins?: number;
  readonly wins?: number;
}

/**
 * Adds to the current leaderboards, in the caller's transaction. Locks the rows of these users, lowest id first;
 * several calls must go by rising ids.
 */
export async function countEarned(tx: Db, earned: readonly Earned[], now: Date): Promise<void> {
  if (earned.length === 0) return;
  const rows = JSON.stringify(
    earned.map(({ userId, ...counts }) => ({ user_id: userId, ...counts })),
  );
  const boards = PERIODS.map((period) => boardOf(period, now));
  await tx.execute(sql`
    with grown as (
      insert into coin_totals as total (board, region, user_id, points, shares, joins, wins)
      select board.board, place.region, earned.user_id, coalesce(earned.points, 0), coalesce(earned.shares, 0),
        coalesce(earned.joins, 0), coalesce(earned.wins, 0)
      from json_to_recordset(${rows}::json) as earned
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
      join json_to_recordset(${rows}::json) as earned (user_id int, points int)
        on earned.user_id = grown.user_id
      where earned.points > 0
    )
    insert into coin_standing_changes (board, region, points, people)
    select board, region, points, 1 from moved
    union all select board, region, points - more, -1 from moved where points > more`);
}

export async function countWins(tx: Db, userIds: readonly number[], now: Date): Promise<void> {
  const regions = await readRegions(tx, userIds);
  await countEarned(
    tx,
    userIds.map((userId) => ({ userId, region: regions.get(userId) ?? '', wins: 1 })),
    now,
  );
}

export async function readEarned(db: Db, userId: number) {
  const { points, shares, joins, wins } = coinTotals;
  const [row] = await db
    .select({ points, shares, joins, wins })
    .from(coinTotals)
    .where(
      and(eq(coinTotals.board, 'all'), eq(coinTotals.region, ''), eq(coinTotals.userId, userId)),
    );
  return row ?? { points: 0, shares: 0, joins: 0, wins: 0 };
}

/** What a user's shares will earn if their visitors are confirmed. */
export async function readPendingCoins(db: Db, userId: number): Promise<number> {
  const [row] = await queryRows<{ shares: number }>(db)`
    select count(distinct voucher_id)::int as shares from voucher_referrals
    where sharer_id = ${userId} and state = 'pending' and not exists (
      select from points_entries where reference = 'share:' || voucher_id || ':' || ${userId}::int)`;
  return (row?.shares ?? 0) * SHARE_REWARD_COINS;
}
