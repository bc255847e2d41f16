import { and, eq, sql } from 'drizzle-orm';

import type { Currency } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { settlements, settlementTransactions } from '../../db/schema/settlements.ts';
import { ACCOUNT_KEY } from '../../ledger/house-rows.ts';
import { bankOf, feesPaidTo, postMovement, processorOf } from '../../ledger/journal.ts';
import type { SettledTransaction } from './settlement.ts';

export type Settlement = typeof settlements.$inferSelect;

/** A settlement as it is to be booked; what left the gateway is `fee` + `net`, in minor units. */
export interface NewSettlement {
  readonly gateway: string;
  readonly id: string;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly net: bigint;
  /** 'YYYY-MM-DD' */
  readonly settledOn: string;
  /** Undefined for one that is booked by hand, which is of the payments of its day. */
  readonly transactions: readonly SettledTransaction[] | undefined;
}

/**
 * Books what a gateway has paid out to the bank, once, in the caller's transaction. It is booked even where the
 * journal has other payments, because the bank has what it has.
 * @returns the new row, whose `difference` is not 0 where the journal has other sums; undefined if it was booked before
 */
export async function bookSettlement(
  tx: Db,
  { gateway, id, currency, fee, net, settledOn, transactions }: NewSettlement,
  now: Date,
): Promise<Settlement | undefined> {
  const gross = fee + net;
  const [row] = await tx
    .insert(settlements)
    .values({
      gateway,
      externalId: id,
      currency,
      gross,
      fee,
      net,
      settledOn,
      source: transactions ? 'api' : 'csv',
      difference: transactions ? await readDifference(tx, gateway, currency, transactions) : null,
      bookedAt: now,
    })
    .onConflictDoNothing({ target: [settlements.gateway, settlements.externalId] })
    .returning();
  if (!row) return undefined;
  await insertTransactions(
    tx,
    row.id,
    transactions ?? [{ reference: undefined, amount: gross, paidOn: settledOn }],
  );
  // Where refunds took all of it, nothing is left to move.
  if (fee === 0n && net === 0n) return row;
  const naturalKey = `settlement:${gateway}:${id}`;
  await postMovement(
    tx,
    {
      naturalKey,
      kind: 'settlement',
      reference: naturalKey,
      description: 'Paid out to the bank',
      paymentGateway: gateway,
      entries: [
        { account: processorOf(gateway, currency), amount: gross },
        { account: bankOf(gateway, currency), amount: -net },
        { account: feesPaidTo(gateway, currency), amount: -fee },
      ],
    },
    now,
  );
  return row;
}

/** Rows are one parameter, because a settlement may have more transactions than a statement has parameters. */
async function insertTransactions(
  tx: Db,
  settlementId: number,
  transactions: readonly SettledTransaction[],
): Promise<void> {
  const records = transactions.map(({ reference = null, amount, paidOn }) => ({
    reference,
    amount: String(amount),
    paid_on: paidOn,
  }));
  await tx.execute(sql`
    insert into ${settlementTransactions} (settlement_id, reference, amount, paid_on)
    select ${settlementId}::int, reference, amount, paid_on
    from json_to_recordset(${JSON.stringify(records)}::json) as paid (reference text, amount bigint, paid_on date)`);
}

/** A payment that was credited, or a second charge under its reference. Of the statement's `moved`. */
export const IS_CREDIT = sql.raw(
  `(moved.natural_key like 'settle:%' or moved.natural_key like 'settle-again:%')`,
);

/** What transactions sum to less what the journal has for them from this gateway, minor units. */
async function readDifference(
  tx: Db,
  gateway: string,
  currency: Currency,
  transactions: readonly SettledTransaction[],
): Promise<bigint> {
  const references = new Set(transactions.flatMap(({ reference }) => reference ?? []));
  const [row] = await queryRows<{ amount: string }>(tx)`
    select coalesce(-sum(entry.amount), 0)::text as amount
    from journal_transactions moved
    join journal_entries entry on entry.transaction_id = moved.id
    join ledger_accounts account on account.id = entry.account_id
    where moved.reference = any((select ${sql.param([...references])}::text[])::text[]) and ${IS_CREDIT}
      and ${sql.raw(ACCOUNT_KEY)} = ${processorOf(gateway, currency).key}`;
  const listed = transactions.reduce((sum, { amount }) => sum + amount, 0n);
  return listed - BigInt(row?.amount ?? 0);
}

export const findSettlement = async (
  db: Db,
  gateway: string,
  externalId: string,
): Promise<Settlement | undefined> => {
  const [found] = await db
    .select()
    .from(settlements)
    .where(and(eq(settlements.gateway, gateway), eq(settlements.externalId, externalId)));
  return found;
};

/** Whether a settlement is told of as it was booked. */
export const isAsBooked = (
  booked: Settlement,
  told: Pick<NewSettlement, 'currency' | 'fee' | 'net'>,
): boolean =>
  booked.currency === told.currency && booked.fee === told.fee && booked.net === told.net;
