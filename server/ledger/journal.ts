import { and, count, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import {
  ledgerAccounts,
  journalEntries,
  journalTransactions,
  type AccountType,
} from '../db/schema/ledger.ts';
import { constraintOf } from '../db/transaction.ts';
import { AppError } from '../http/app-error.ts';

/** A ledger account by what it is; its row is made when money first moves through it. */
export interface AccountRef {
  readonly key: string;
  readonly type: AccountType;
  readonly currency: string;
  readonly userId?: number;
  readonly voucherId?: number;
}

export const walletOf = (userId: number, currency: string): AccountRef => ({
  key: `wallet:${userId}:${currency}`,
  type: 'wallet',
  currency,
  userId,
});
export const escrowOf = (voucherId: number, currency: string): AccountRef => ({
  key: `escrow:${voucherId}`,
  type: 'escrow',
  currency,
  voucherId,
});
export const poolOf = (voucherId: number, currency: string): AccountRef => ({
  key: `pool:${voucherId}`,
  type: 'pool',
  currency,
  voucherId,
});
export const feesIn = (currency: string): AccountRef => ({
  key: `fees:${currency}`,
  type: 'fees',
  currency,
});
export const processorOf = (name: string, currency: string): AccountRef => ({
  key: `processor:${name}:${currency}`,
  type: 'processor',
  currency,
});
/** Money that a payout rail was given to pay out. */
export const payoutOf = (rail: string, currency: string): AccountRef => ({
  key: `payout:${rail}:${currency}`,
  type: 'payout',
  currency,
});

export interface Movement {
  /** What makes it happen once: `win:{ulid}`, `settle:{reference}`. */
  readonly naturalKey: string;
  /** A transaction type of the contract. */
  readonly kind: string;
  /** What people quote to support. */
  readonly reference: string;
  readonly description: string;
  readonly voucherId?: number;
  readonly paymentMethod?: string;
  readonly paymentGateway?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Signed minor units; they sum to zero in each currency. Zero amounts are left out. */
  readonly entries: readonly { readonly account: AccountRef; readonly amount: bigint }[];
}

/** The movement with this natural key has been posted before. */
export class AlreadyPosted extends Error {
  override readonly name = 'AlreadyPosted';
}

/**
 * Writes one movement of money and moves the balances, inside the caller's transaction. Accounts are
 * locked in the order of their keys, after whatever the caller locked, so two movements cannot deadlock.
 * @returns the new balances by account key, minor units.
 * @throws AlreadyPosted for a natural key that is taken; AppError `insufficient_funds` when a wallet,
 * escrow or pool would go below zero.
 */
export async function postMovement(
  tx: Db,
  movement: Movement,
  now: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const entries = movement.entries.filter((entry) => entry.amount !== 0n);
  assertBalanced(movement.naturalKey, entries);
  const [transaction] = await tx
    .insert(journalTransactions)
    .values({
      naturalKey: movement.naturalKey,
      kind: movement.kind,
      reference: movement.reference,
      description: movement.description,
      voucherId: movement.voucherId ?? null,
      paymentMethod: movement.paymentMethod ?? null,
      paymentGateway: movement.paymentGateway ?? null,
      metadata: movement.metadata ?? {},
      createdAt: now,
    })
    .onConflictDoNothing({ target: journalTransactions.naturalKey })
    .returning({ id: journalTransactions.id });
  if (!transaction) throw new AlreadyPosted(movement.naturalKey);

  const ids = await lockAccounts(
    tx,
    entries.map((entry) => entry.account),
  );
  const rows = entries.map((entry) => ({
    transactionId: transaction.id,
    accountId: idOf(ids, entry.account.key),
    currency: entry.account.currency,
    amount: entry.amount,
  }));
  await tx.insert(journalEntries).values(rows);
  return moveBalances(tx, rows);
}

function assertBalanced(naturalKey: string, entries: Movement['entries']): void {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of entries)
    sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount);
  if (entries.length < 2 || [...sums.values()].some((sum) => sum !== 0n)) {
    throw new Error(`movement ${naturalKey} does not sum to zero`);
  }
}

/**
 * Locks the ledgerAccounts of a movement in the order of their keys. While one of them is missing none is locked:
 * making an account waits for others that make it, and must not hold a later one meanwhile.
 */
async function lockAccounts(
  tx: Db,
  refs: readonly AccountRef[],
): Promise<ReadonlyMap<string, number>> {
  const byKey = new Map(refs.map((ref) => [ref.key, ref]));
  const keys = [...byKey.keys()].toSorted();
  const named = inArray(ledgerAccounts.key, keys);
  const found = tx.select({ count: count() }).from(ledgerAccounts).where(named);
  const lock = () =>
    tx
      .select({ id: ledgerAccounts.id, key: ledgerAccounts.key })
      .from(ledgerAccounts)
      .where(and(named, eq(found, keys.length)))
      .orderBy(ledgerAccounts.key)
      .for('update');
  let rows = await lock();
  if (rows.length === 0) {
    await tx
      .insert(ledgerAccounts)
      .values(keys.map((key) => accountRowOf(byKey.get(key) as AccountRef)))
      .onConflictDoNothing({ target: ledgerAccounts.key });
    rows = await lock();
  }
  return new Map(rows.map((row) => [row.key, row.id]));
}

const accountRowOf = ({ key, type, currency, userId, voucherId }: AccountRef) => ({
  key,
  type,
  currency,
  userId: userId ?? null,
  voucherId: voucherId ?? null,
});

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`account ${key} was not locked`);
  return id;
}

async function moveBalances(
  tx: Db,
  rows: readonly { accountId: number; amount: bigint }[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<number, bigint>();
  for (const row of rows) sums.set(row.accountId, (sums.get(row.accountId) ?? 0n) + row.amount);
  const values = sql.join(
    [...sums].map(([id, amount]) => sql`(${id}::bigint, ${amount.toString()}::bigint)`),
    sql`, `,
  );
  try {
    const moved = await tx
      .update(ledgerAccounts)
      .set({ balance: sql`${ledgerAccounts.balance} + moved.amount` })
      .from(sql`(values ${values}) as moved(id, amount)`)
      .where(sql`${ledgerAccounts.id} = moved.id`)
      .returning({ key: ledgerAccounts.key, balance: ledgerAccounts.balance });
    return new Map(moved.map((row) => [row.key, row.balance]));
  } catch (error) {
    if (constraintOf(error) === 'ledger_accounts_not_negative')
      throw new AppError('insufficient_funds');
    throw error;
  }
}
