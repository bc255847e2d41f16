import { and, count, eq, sql, type SQL } from 'drizzle-orm';

import { noteChange } from '../db/changes.ts';
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
import { ROW_SUFFIX, rowKeysOf } from './house-rows.ts';

/** The rows of a ledger account are created when money first moves through it. */
export interface AccountRef {
  readonly key: string;
  readonly type: AccountType;
  readonly currency: string;
  readonly userId?: number;
  readonly voucherId?: number;
  /** True if the balance is the sum of several rows; no decision may depend on it. */
  readonly hasRows?: true;
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
  hasRows: true,
});
const houseAccountOfOneRow = (type: AccountType, currency: string): AccountRef => ({
  key: `${type}:${currency}`,
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
/** What withdrawals paid for the fees of a payout rail, which the rail keeps. */
export const railFeesOf = (rail: string, currency: string): AccountRef =>
  houseAccount('rail_fees', currency, rail);
/** The account of money that a supplier of airtime or bills has received. */
export const supplierOf = (name: string, currency: string): AccountRef =>
  houseAccount('supplier', currency, name);
/** The house's result of exchanging a currency; negative means that it gave more than it received. Limits are checked against it. */
export const exchangeIn = (currency: string): AccountRef =>
  houseAccountOfOneRow('exchange', currency);
/** What came to accounts that were deleted, kept for their owners; never below zero. */
export const unclaimedIn = (currency: string): AccountRef =>
  houseAccountOfOneRow('unclaimed', currency);
/** What the house has lost, e.g. by a delivery after its refund; negative. */
export const lossesIn = (currency: string): AccountRef => houseAccount('losses', currency);

/** What a user owes, as a negative balance. Whoever locks it has locked that user's wallet in the currency before. */
export const receivableOf = (userId: number, currency: string): AccountRef => ({
  key: `receivable:${userId}:${currency}`,
  type: 'receivable',
  currency,
  userId,
});

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
 * Before several movements for different users, lock all their wallets with `lockForMovement`. Who owes money pays
 * it back out of what a wallet gets.
 * @returns the new balances in minor units by account key, without accounts of several rows
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
  for (const { account } of entries) noteOwner(tx, account);
  const after = await moveBalances(tx, rows, now);
  const moved = entries.map(({ account: { key, type, currency }, amount, hold }) => ({
    accountId: idOf(ids, key),
    type,
    currency,
    amount,
    hold,
  }));
  await followMoney(tx, { naturalKey, moved, mayMoveHeld }, after, now);
  const balances = wholeBalances(after, entries);
  const repaid = repaymentOf(movement, after);
  if (!repaid) return balances;
  return new Map([...balances, ...(await postMovement(tx, repaid, now, ids))]);
}

function wholeBalances(
  after: readonly MovedAccount[],
  entries: Movement['entries'],
): Map<string, bigint> {
  const whole = new Set(
    entries.filter(({ account }) => !account.hasRows).map(({ account }) => account.key),
  );
  return new Map(
    after.filter(({ key }) => whole.has(key)).map(({ key, balance }) => [key, balance]),
  );
}

function noteOwner(tx: Db, { type, userId, voucherId }: AccountRef): void {
  if (type === 'wallet' && userId !== undefined) noteChange(tx, `balance:${userId}`);
  if (voucherId !== undefined) noteChange(tx, `voucher:${voucherId}`);
}

/** Of these a debtor keeps half. */
const PRIZES: ReadonlySet<string> = new Set(['voucher_win', 'voucher_commission_share']);

/**
 * What the wallets that a movement credits pay back at once: all of it, but half of a prize. Money that is passed on
 * is none of the wallet's. @returns undefined where nobody owes anything
 */
function repaymentOf(
  { naturalKey, kind, reference, entries }: Movement,
  after: readonly MovedAccount[],
): Movement | undefined {
  if (kind === PASSED_ON) return undefined;
  const credits = new Map<string, { readonly account: AccountRef; amount: bigint }>();
  for (const { account, amount } of entries) {
    const { amount: before = 0n } = credits.get(account.key) ?? {};
    credits.set(account.key, { account, amount: before + amount });
  }
  const repaid = after.flatMap(({ key, owed }) => {
    const credit = credits.get(key);
    if (!credit || owed === 0n) return [];
    const due = PRIZES.has(kind) ? credit.amount / 2n : credit.amount;
    const amount = due < owed ? due : owed;
    const { userId = 0, currency } = credit.account;
    return [
      { account: credit.account, amount: -amount },
      { account: receivableOf(userId, currency), amount },
    ];
  });
  if (repaid.every(({ amount }) => amount === 0n)) return undefined;
  return {
    naturalKey: `repay:${naturalKey}`,
    kind: 'wallet_topup',
    reference,
    description: 'Paid back what you owed',
    entries: repaid,
    mayMoveHeld: true,
  };
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
 * Locks accounts by key, debts after wallets and shared house accounts last, so that movements cannot deadlock.
 * Call it before reading balances. It creates missing accounts before it locks any, because creation waits.
 * @returns the ids of the rows to change, by the account's key
 */
export async function lockForMovement(
  tx: Db,
  refs: readonly AccountRef[],
): Promise<ReadonlyMap<string, number>> {
  const byKey = new Map(refs.map((ref) => [ref.key, ref]));
  const keys = [...byKey.keys()].toSorted();
  const ofOneRow = keys.filter((key) => !byKey.get(key)?.hasRows);
  const ofRows = keys.filter((key) => byKey.get(key)?.hasRows);
  // A parameter list of known length would be planned again for each movement.
  const named = sql`${ledgerAccounts.key} = any((select ${sql.param(ofOneRow)}::text[]
    || array(select key || ${ROW_SUFFIX} from unnest(${sql.param(ofRows)}::text[]) key))::text[])`;
  const found = tx.select({ count: count() }).from(ledgerAccounts).where(named);
  const lock = () =>
    tx
      .select({
        id: ledgerAccounts.id,
        key: sql<string>`split_part(${ledgerAccounts.key}, '#', 1)`,
      })
      .from(ledgerAccounts)
      .where(and(named, eq(found, keys.length)))
      .orderBy(isHouse, isReceivable, ledgerAccounts.key)
      .for('update');
  let rows = await lock();
  if (rows.length === 0) {
    const missing = keys
      .map((key) => byKey.get(key) as AccountRef)
      .flatMap((ref) => rowKeysOf(ref).map((key) => ({ ...ref, key })));
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
const isReceivable = sql`${ledgerAccounts.type} = 'receivable'`;

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

interface MovedAccount extends AccountAfter, Pick<AccountRef, 'key'> {
  /** What the owner of a wallet that got money owes in its currency, minor units. */
  readonly owed: bigint;
}

/** Read here, because a debt changes only with its wallet locked, and a statement more would be one for everybody. */
const owedInWallet = sql`case when moved.amount > 0 and ${ledgerAccounts.type} = 'wallet' then coalesce((
  select -debt.balance from ${ledgerAccounts} debt
  where debt.key = 'receivable:' || ${ledgerAccounts.userId} || ':' || ${ledgerAccounts.currency}
), 0) else 0 end`;

async function moveBalances(tx: Db, rows: readonly EntryRow[], now: Date): Promise<MovedAccount[]> {
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
        owed: sql<bigint>`${owedInWallet}`.mapWith(BigInt),
      });
  } catch (error) {
    if (constraintOf(error) === 'ledger_accounts_not_negative')
      throw new AppError('insufficient_funds');
    throw error;
  }
}
