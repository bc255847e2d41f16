import { and, eq, or } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { holds } from '../db/schema/ledger.ts';
import { HELD_MONEY, isRunning } from './holds.ts';
import { lockForMovement, type AccountRef } from './journal.ts';

export type HoldOutcome = NonNullable<typeof holds.$inferSelect.outcome>;

/**
 * Ends a hold early; call it before the transaction locks any ledger account.
 * @param accounts all accounts of the movements that follow, with the hold's own
 * @returns the minor units still held; undefined if nothing is held any more
 */
export async function endHold(
  tx: Db,
  holdId: number,
  outcome: HoldOutcome,
  accounts: readonly AccountRef[],
  now: Date,
): Promise<bigint | undefined> {
  await lockForMovement(tx, accounts);
  const [ended] = await tx
    .update(holds)
    .set({ endedAt: now, outcome })
    .where(and(eq(holds.id, holdId), isRunning(now)))
    .returning({ amount: holds.amount, moved: holds.moved });
  return ended && ended.amount - ended.moved;
}

/**
 * Ends a hold and the holds of money played out of it, except wins with their own risk reasons.
 * @returns the number of running holds that ended
 */
export async function releaseHolds(
  tx: Db,
  holdId: number,
  account: AccountRef,
  now: Date,
): Promise<number> {
  await lockForMovement(tx, [account]);
  const isPlayedOn = and(eq(holds.originId, holdId), eq(holds.reasons, [HELD_MONEY]));
  const isOfIt = or(eq(holds.id, holdId), isPlayedOn);
  const ended = await tx
    .update(holds)
    .set({ endedAt: now, outcome: 'released' })
    .where(and(isOfIt, isRunning(now)))
    .returning({ id: holds.id });
  return ended.length;
}
