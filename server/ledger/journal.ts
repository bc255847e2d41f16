import { and, count, eq, sql, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import {
  ledgerAccounts,
  journalEntries,
  journalTransactions,
  type AccountType,
} from '../db/schema/ledger.ts';
import { constraintOf } from '../db/transaction.ts';
import { AppError } from '../http/app-error.ts';
import { followMoney, heldIn, type AccountAfter, type Hold } from './holds.ts';

/** The row of a ledger account is created when money first moves through it. */
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

const ofVoucher =
  (type: 'escrow' | 'pool') =>
  (voucherId: number, currency: string): AccountRef => ({
    key: `${type}:${voucherId}`,
    type,
    currency,
    voucherId,
  });
export const escrowOf = ofVoucher('escrow');
export const poolOf = ofVoucher('pool');

const houseAccount = (type: AccountType, currency: string, name?: string): AccountRef => ({
  key: name === undefined ? `${type}:${currency}` : `${type}:${name}:${currency}`,
  type,
  currency,
});
export const feesIn = (currency: string): AccountRef => houseAccount('fees', currency);
export const processorOf = (name: string, currency: string): AccountRef =>
  houseAccount('processor', currency, name);
/** The account of money that a processor has paid out to the bank. */
export const bankOf = (processor: string, currency: string): AccountRef =>
  houseAccount('bank', currency, processor);
/** The account of the fees that a processor kept. */
export const feesPaidTo = (processor: string, currency: string): AccountRef =>
  houseAccount('fees_paid', currency, processor);
/** The account of money that a payout rail has received to pay out. */
export const payoutOf = (rail: string, currency: string): AccountRef =>
  houseAccount('payout', currency, rail);
/** The account of money that a supplier of airtime or bills has received. */
export const supplierOf = (name: string, currency: string): AccountRef =>
  houseAccount('supplier', currency, name);
/** The house's result of exchanging a currency; negative means that it gave more than it received. */
export const exchangeIn = (currency: string): AccountRef => houseAccount('exchange', currency);
/** What came to accounts that were deleted, kept for their owners; never below zero. */
export const unclaimedIn = (currency: string): AccountRef => houseAccount('unclaimed', currency);
/** What the house has lost, e.g. by a delivery after its refund; negative. */
export const lossesIn = (currency: string): AccountRef => houseAccount('losses', currency);

/** Money that enters a wallet and leaves it in the same transaction; statements do not list it. */
export const PASSED_ON = 'topup';

export interface Movement {
  /** The unique key that posts a movement only once, e.g. `win:{ulid}`. */
  readonly naturalKey: string;
  /** A transaction type of the contract, or `PASSED_ON`. */
  readonly kind: string;
  /** Users quote this reference to support. */
  readonly reference: string;
  readonly description: string;
  readonly voucherId?: number;
  readonly paymentMethod?: string;
  readonly paymentGateway?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Signed minor units that sum to zero in each currency; zero amounts are left out. */
  readonly entries: readonly MovementEntry[];
  /** Lets held money leave a wallet; it stays held in the next account. */
  readonly mayMoveHeld?: boolean;
}

interface MovementEntry {
  readonly account: AccountRef;
  readonly amount: bigint;
  readonly hold?: Hold | undefined;
}

export class AlreadyPosted extends Error {
  override readonly name = 'AlreadyPosted';
}

/**
 * Posts one movement in the caller's transaction, with accounts locked in one order.
 * Before several movements for different users, lock all their wallets with `lockForMovement`.
 * @returns the new balances in minor units by account key
 * @throws AlreadyPosted for a used key; AppError `insufficient_funds` or `money_held`
 */
export async function postMovement(
  tx: Db,
  movement: Movement,
  now: Date,
  locked: ReadonlyMap<string, number> = new Map(),
): Promise<ReadonlyMap<string, bigint>> {
  const { entries: given, mayMoveHeld = false, ...described } = movement;
  const { naturalKey, metadata = {} } = described;
  const entries = given.filter((entry) => entry.amount !== 0n);
  assertBalanced(naturalKey, entries);
  const [transaction] = await tx
    .insert(journalTransactions)
    .values({ ...described, metadata, createdAt: now })
    .onConflictDoNothing({ target: journalTransactions.naturalKey })
    .returning({ id: journalTransactions.id });
  if (!transaction) throw new AlreadyPosted(naturalKey);

  const others = entries.map(({ account }) => account).filter(({ key }) => !locked.has(key));
  const ids =
    others.length > 0 ? new Map([...locked, ...(await lockForMovement(tx, others))]) : locked;
  const rows = entries.map((entry) => ({
    accountId: idOf(ids, entry.account.key),
    currency: entry.account.currency,
    amount: entry.amount,
  }));
  await insertEntries(tx, transaction.id, rows);
  const after = await moveBalances(tx, rows, now);
  const moved = entries.map(({ account: { key, type, currency }, amount, hold }) => ({
    accountId: idOf(ids, key),
    type,
    currency,
    amount,
    hold,
  }));
  await followMoney(tx, { naturalKey, moved, mayMoveHeld }, after, now);
  return new Map(after.map(({ key, balance }) => [key, balance]));
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
 * Locks accounts by key and shared house accounts last, so that movements cannot deadlock.
 * Call it before reading balances. It creates missing accounts before it locks any, because creation waits.
 * @returns the ids by key
 */
export async function lockForMovement(
  tx: Db,
  refs: readonly AccountRef[],
): Promise<ReadonlyMap<string, number>> {
  const byKey = new Map(refs.map((ref) => [ref.key, ref]));
  const keys = [...byKey.keys()].toSorted();
  // A parameter list of known length would be planned again for each movement.
  const named = sql`${ledgerAccounts.key} = any((select ${sql.param(keys)}::text[])::text[])`;
  const found = tx.select({ count: count() }).from(ledgerAccounts).where(named);
  const lock = () =>
    tx
      .select({ id: ledgerAccounts.id, key: ledgerAccounts.key })
      .from(ledgerAccounts)
      .where(and(named, eq(found, keys.length)))
      .orderBy(isHouse, ledgerAccounts.key)
      .for('update');
  let rows = await lock();
  if (rows.length === 0) {
    const missing = keys.map((key) => byKey.get(key) as AccountRef);
    await tx.execute(sql`
      insert into ${ledgerAccounts} (key, type, currency, user_id, voucher_id)
      select * from ${recordsOf(missing)} as account
        (key text, type text, currency text, "userId" int, "voucherId" int)
      on conflict (key) do nothing`);
    rows = await lock();
  }
  return new Map(rows.map((row) => [row.key, row.id]));
}

const isHouse = sql`coalesce(${ledgerAccounts.userId}, ${ledgerAccounts.voucherId}) is null`;

/** A statement takes at most 65,535 parameters, and a lottery may have more winners. */
const recordsOf = (rows: readonly object[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json)`;

const FEW = 8;

interface EntryRow {
  readonly accountId: number;
  readonly currency: string;
  readonly amount: bigint;
}

/** One statement inserts all entries, so that the trigger sums them only once. */
async function insertEntries(
  tx: Db,
  transactionId: number,
  rows: readonly EntryRow[],
): Promise<void> {
  const records = rows.map(({ accountId, currency, amount }) => ({
    account_id: accountId,
    currency,
    amount: amount.toString(),
  }));
  await tx.execute(sql`
    insert into ${journalEntries} (transaction_id, account_id, currency, amount)
    select ${transactionId}::bigint, account_id, currency, amount
    from ${recordsOf(records)} as entry(account_id bigint, currency text, amount bigint)`);
}

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`account ${key} was not locked`);
  return id;
}

async function moveBalances(
  tx: Db,
  rows: readonly EntryRow[],
  now: Date,
): Promise<(AccountAfter & Pick<AccountRef, 'key'>)[]> {
  const sums = new Map<number, bigint>();
  for (const row of rows) sums.set(row.accountId, (sums.get(row.accountId) ?? 0n) + row.amount);
  const moves = [...sums].map(([id, amount]) => ({ id, amount: amount.toString() }));
  // Without this limit the planner expects many rows and reads all accounts.
  const few = moves.length <= FEW ? sql.raw(`limit ${FEW}`) : sql``;
  try {
    return await tx
      .update(ledgerAccounts)
      .set({ balance: sql`${ledgerAccounts.balance} + moved.amount` })
      .from(sql`(select * from ${recordsOf(moves)} as move(id bigint, amount bigint) ${few}) moved`)
      .where(sql`${ledgerAccounts.id} = moved.id`)
      .returning({
        id: ledgerAccounts.id,
        key: ledgerAccounts.key,
        balance: ledgerAccounts.balance,
        held: sql<bigint>`case when moved.amount < 0 then ${heldIn(now)} else 0 end`.mapWith(
          BigInt,
        ),
      });
  } catch (error) {
    if (constraintOf(error) === 'ledger_accounts_not_negative')
      throw new AppError('insufficient_funds');
    throw error;
  }
}
