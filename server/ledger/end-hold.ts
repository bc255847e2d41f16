import { and, eq, or } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { holds } from '../db/schema/ledger.ts';
import { HELD_MONEY, isRunning } from './holds.ts';
import { lockForMovement, type AccountRef } from './journal.ts';

export type HoldOutcome = NonNullable<typeof holds.$inferSelect.outcome>;

/**
 * Ends a hold before its time, inside a transaction that has locked nothing of the ledger yet.
 * @param accounts that the transaction goes on to move money between, the hold's own among them
 * @returns what was held until now, minor units; undefined when the hold is over already, or all of its money
 * was played with
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
 * Ends a hold and those of what was played with out of it, but for what a guess won that something speaks against.
 * @returns how many were running
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
