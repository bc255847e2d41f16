import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { holds, journalEntries, journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import { HELD_CARD, HELD_MONEY, heldIn, isRunning, type Hold } from './holds.ts';
import { lockForMovement, type AccountRef } from './journal.ts';

interface Brought {
  readonly account: AccountRef;
  readonly movement: string;
  readonly amount: bigint;
}

/**
 * Holds what is left of a movement's money; money that came later is not included.
 * Call it before the transaction locks any ledger account.
 * @returns minor units held; undefined if all of the movement's money was held before
 */
export async function holdManually(
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
  const [before] = await tx
    .select({ held: sql<bigint>`coalesce(sum(${holds.amount}), 0)`.mapWith(BigInt) })
    .from(holds)
    .where(and(eq(holds.accountId, found.id), eq(holds.movement, movement)));
  const extended = await extendCardHolds(tx, found.id, movement, { until, reasons }, now);
  const unheld = amount - (before?.held ?? 0n);
  const left = await leftOf(tx, found.id, movement, now);
  const free = found.balance - found.held;
  if (free <= 0n || left <= 0n) return extended;
  if (unheld <= 0n) return extended > 0n ? extended : undefined;
  const kept = [free, left, unheld].reduce((least, one) => (one < least ? one : least));
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
  return added.length > 0 ? kept + extended : undefined;
}

/** What is held of a movement only because it was paid by card. @returns minor units */
async function extendCardHolds(
  tx: Db,
  accountId: number,
  movement: string,
  { until, reasons }: Hold,
  now: Date,
): Promise<bigint> {
  const extended = await tx
    .update(holds)
    .set({ heldUntil: until, reasons: [HELD_CARD, ...reasons] })
    .where(
      and(
        eq(holds.accountId, accountId),
        eq(holds.movement, movement),
        eq(holds.reasons, [HELD_CARD]),
        lt(holds.heldUntil, until),
        isRunning(now),
      ),
    )
    .returning({ left: sql<bigint>`${holds.amount} - ${holds.moved}`.mapWith(BigInt) });
  return extended.reduce((sum, { left }) => sum + left, 0n);
}

/** The account's lowest free balance since the movement is the part of its money that is still there. */
async function leftOf(tx: Db, accountId: number, movement: string, now: Date): Promise<bigint> {
  const [row] = await queryRows<{ least: string | null }>(tx)`select min(line.balance - (
        select coalesce(sum(${holds.amount} - ${holds.moved}), 0) from ${holds}
        where ${holds.accountId} = ${accountId} and ${isRunning(now)}
          and ${holds.createdAt} <= line.created_at
      ))::text as least
      from (
        select ${journalEntries.id} as id, ${journalTransactions.createdAt} as created_at,
          sum(${journalEntries.amount}) over (order by ${journalEntries.id}) as balance
        from ${journalEntries}
        join ${journalTransactions} on ${journalTransactions.id} = ${journalEntries.transactionId}
        where ${journalEntries.accountId} = ${accountId}
      ) line
      where line.id >= (
        select min(${journalEntries.id}) from ${journalEntries}
        join ${journalTransactions} on ${journalTransactions.id} = ${journalEntries.transactionId}
        where ${journalEntries.accountId} = ${accountId}
          and ${journalTransactions.naturalKey} = ${movement}
      )`;
  return BigInt(row?.least ?? 0);
}

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
  const isPlayedOn = and(
    eq(holds.originId, holdId),
    inArray(holds.reasons, [[HELD_MONEY], [HELD_CARD]]),
  );
  const isOfIt = or(eq(holds.id, holdId), isPlayedOn);
  const ended = await tx
    .update(holds)
    .set({ endedAt: now, outcome: 'released' })
    .where(and(isOfIt, isRunning(now)))
    .returning({ id: holds.id });
  return ended.length;
}

/**
 * Ends what still runs in a wallet of the holds that movements of one reference began, also of money that came back
 * from a voucher. Call it before the transaction locks any ledger account.
 * @param others the other accounts of the movement that follows
 */
export async function endHoldsOf(
  tx: Db,
  reference: string,
  { wallet, others }: { readonly wallet: AccountRef; readonly others: readonly AccountRef[] },
  now: Date,
): Promise<void> {
  const ids = await lockForMovement(tx, [wallet, ...others]);
  const begun = tx
    .select({ id: holds.id })
    .from(holds)
    .innerJoin(journalTransactions, eq(journalTransactions.naturalKey, holds.movement))
    .where(and(eq(journalTransactions.reference, reference), isNull(holds.originId)));
  await tx
    .update(holds)
    .set({ endedAt: now, outcome: 'released' })
    .where(
      and(
        eq(holds.accountId, ids.get(wallet.key) ?? 0),
        isRunning(now),
        or(inArray(holds.id, begun), inArray(holds.originId, begun)),
      ),
    );
}
