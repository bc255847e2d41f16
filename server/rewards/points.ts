import type { CoinReason } from '../../contract/rewards/reasons.ts';
import { addPoints } from '../accounts/add-points.ts';
import type { Db } from '../db/database.ts';
import { pointsEntries } from '../db/schema/rewards.ts';
import { AppError } from '../http/app-error.ts';
import { countEarned } from './count-earned.ts';

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
