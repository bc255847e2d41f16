import { and, eq, isNull } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { holds, ledgerAccounts } from '../db/schema/ledger.ts';
import { DISPUTED, heldIn, isRunning, UNTIL_DECIDED } from './holds.ts';
import { type AccountRef, lockForMovement } from './journal.ts';
import { releaseHolds } from './manual-holds.ts';

interface Disputed {
  readonly account: AccountRef;
  /** Names the hold, as a movement names others. */
  readonly disputeKey: string;
  /** The movement that brought the money; what it still holds, the dispute holds instead. */
  readonly movement: string;
  /** Minor units. */
  readonly amount: bigint;
}

/**
 * Holds disputed money as far as it is free in its wallet. Call it before the transaction locks any ledger account,
 * and once for a dispute.
 */
export async function holdDisputed(
  tx: Db,
  { account, disputeKey, movement, amount }: Disputed,
  now: Date,
): Promise<void> {
  const accountId = (await lockForMovement(tx, [account])).get(account.key) ?? 0;
  await shortenHold(tx, accountId, movement, amount, now);
  const [wallet] = await tx
    .select({ balance: ledgerAccounts.balance, held: heldIn(now).mapWith(BigInt) })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, accountId));
  const free = wallet ? wallet.balance - wallet.held : 0n;
  if (free <= 0n) return;
  await tx.insert(holds).values({
    accountId,
    movement: disputeKey,
    amount: free < amount ? free : amount,
    reasons: [DISPUTED],
    heldUntil: UNTIL_DECIDED,
    createdAt: now,
  });
}

/** Money is held once, so an earlier hold on it, which may end sooner, holds that much less. */
async function shortenHold(
  tx: Db,
  accountId: number,
  movement: string,
  amount: bigint,
  now: Date,
): Promise<void> {
  const isIt = and(eq(holds.accountId, accountId), eq(holds.movement, movement));
  const earlier = await tx
    .select({ id: holds.id, amount: holds.amount, moved: holds.moved })
    .from(holds)
    .where(and(isIt, isNull(holds.originId), isRunning(now)));
  for (const hold of earlier) {
    const held = hold.amount - hold.moved;
    const moved = hold.moved + (held < amount ? held : amount);
    await tx.update(holds).set({ moved }).where(eq(holds.id, hold.id));
  }
}

/** Also what was played with out of it. Call it before the transaction locks any ledger account. */
export async function releaseDisputed(
  tx: Db,
  { account, disputeKey }: Pick<Disputed, 'account' | 'disputeKey'>,
  now: Date,
): Promise<void> {
  const [hold] = await tx
    .select({ id: holds.id })
    .from(holds)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, holds.accountId))
    .where(
      and(
        eq(ledgerAccounts.key, account.key),
        eq(holds.movement, disputeKey),
        isNull(holds.originId),
      ),
    );
  if (hold) await releaseHolds(tx, hold.id, account, now);
}
