import { eq } from 'drizzle-orm';

import {
  OUTGOING_PAUSE_MS,
  PAUSE_TEXTS,
  pauseBeganAt,
  type PauseReason,
} from '../../contract/accounts/outgoing-pause.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { AppError } from '../http/app-error.ts';
import { momentText } from '../lib/moment-text.ts';

type UserRow = typeof users.$inferSelect;

/** What whoever changes a secret without the second one writes along, in the same transaction. */
export const outgoingPause = (reason: PauseReason, now: Date) => ({
  outgoingPausedUntil: new Date(now.getTime() + OUTGOING_PAUSE_MS),
  outgoingPauseReason: reason,
});

export const runningPause = (
  {
    outgoingPausedUntil: until,
    outgoingPauseReason: reason,
  }: Pick<UserRow, 'outgoingPausedUntil' | 'outgoingPauseReason'>,
  now: Date,
) => (until && reason && until > now ? { until, reason } : undefined);

const GUARD = {
  region: users.region,
  deletedAt: users.deletedAt,
  frozenAt: users.frozenAt,
  outgoingPausedUntil: users.outgoingPausedUntil,
  outgoingPauseReason: users.outgoingPauseReason,
};

type Guard = Pick<UserRow, keyof typeof GUARD>;

/** @throws AppError `unauthenticated`, `account_frozen`, `outgoing_paused` */
export async function assertMoneyMayLeave(db: Db, userId: number, now: Date): Promise<void> {
  const [user] = await db.select(GUARD).from(users).where(eq(users.id, userId));
  refuseStopped(user, now);
}

/**
 * Locks the user until the transaction ends, so that a pause or a freeze that begins meanwhile waits for this
 * payment, or this payment sees it.
 * @throws AppError `unauthenticated`, `account_frozen`, `outgoing_paused`
 */
export async function lockOutgoing(tx: Db, userId: number, now: Date): Promise<void> {
  const [user] = await tx
    .select(GUARD)
    .from(users)
    .where(eq(users.id, userId))
    // A shared lock would deadlock with another payment of the user that writes to this row.
    .for('no key update');
  refuseStopped(user, now);
}

function refuseStopped(user: Guard | undefined, now: Date): void {
  if (!user || user.deletedAt) throw new AppError('unauthenticated');
  if (user.frozenAt) throw new AppError('account_frozen');
  const pause = runningPause(user, now);
  if (!pause) return;
  const { timezone: timeZone } = REGIONS[normaliseRegion(user.region)];
  const { until, reason } = pause;
  const day = pauseBeganAt(until).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone });
  throw new AppError('outgoing_paused', {
    values: {
      until: momentText(until, timeZone),
      because: `${PAUSE_TEXTS[reason]} on ${day}`,
    },
    details: { outgoing_paused_until: until.toISOString() },
  });
}
