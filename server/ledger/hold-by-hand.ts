import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { holds, ledgerAccounts } from '../db/schema/ledger.ts';
import { heldIn, type Hold } from './holds.ts';
import { lockForMovement, type AccountRef } from './journal.ts';

/** Money that a movement brought into an account, minor units. */
interface Brought {
  readonly account: AccountRef;
  /** The movement's natural key. */
  readonly movement: string;
  readonly amount: bigint;
}

/**
 * Holds money after it has come, inside a transaction that has locked nothing of the ledger yet: as much of what a
 * movement brought as the account has free.
 * @returns what is held, minor units: 0 when nothing is left of it; undefined when that movement was held before
 */
export async function holdByHand(
  tx: Db,
  { account, movement, amount }: Brought,
  { until, reasons }: Hold,
  now: Date,
): Promise<bigint | undefined> {
  await lockForMovement(tx, [account]);
  const [found] = await tx
    .select({
      id: ledgerAccounts.id,
      balance: ledgerAccounts.balance,
      held: heldIn(now).mapWith(BigInt),
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.key, account.key));
  if (!found) return 0n;
  const free = found.balance - found.held;
  const kept = free < amount ? free : amount;
  if (kept <= 0n) return 0n;
  const added = await tx
    .insert(holds)
    .values({
      accountId: found.id,
      movement,
      amount: kept,
      reasons,
      heldUntil: until,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: holds.id });
  return added.length > 0 ? kept : undefined;
}
