import { addPoints } from '../accounts/add-points.ts';
import type { Db } from '../db/database.ts';
import { pointsEntries } from '../db/schema/rewards.ts';
import { AppError } from '../http/app-error.ts';

/** Why coins move. */
export type PointsReason = 'share' | 'referral_signup' | 'skip_wait' | 'lottery_entry' | 'demo';

export interface PointsMovement {
  readonly userId: number;
  /** Coins: positive earns, negative spends. */
  readonly delta: number;
  readonly reason: PointsReason;
  /** Names the occasion, so that it pays once: `share:{voucher}:{user}`, `referral-signup:{user}`. */
  readonly reference: string;
  readonly now: Date;
}

export type PointsMoved =
  | { readonly moved: true; /** Coins after the movement. */ readonly balance: number }
  /** The occasion was paid before; nothing changed. */
  | { readonly moved: false };

/**
 * Writes one row of the coins journal and moves the balance, inside the caller's transaction. Locks the
 * user's row.
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
  const balance = await addPoints(tx, userId, delta);
  if (balance === undefined) throw new AppError('not_enough_points');
  return { moved: true, balance };
}
