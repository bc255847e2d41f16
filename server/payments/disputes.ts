import { and, asc, eq, sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { disputes, type DisputeState } from '../db/schema/payments.ts';
import { holdDisputed, releaseDisputed } from '../ledger/dispute-holds.ts';
import { ACCOUNT_KEY } from '../ledger/house-rows.ts';
import {
  type AccountRef,
  lockForMovement,
  postMovement,
  processorOf,
  receivableOf,
  walletOf,
} from '../ledger/journal.ts';
import { readBalance } from '../ledger/read-ledger.ts';
import { type NewNotification, storeNotifications } from '../notifications/store-notifications.ts';
import { settleKeyOf } from './payment-movements.ts';
import { processorName } from './payment-methods.ts';
import { holderOf, lockPayment, type Payment } from './payment-row.ts';
import type { Dispute } from './processor.ts';

/** `known`: nothing has changed; `returned`: nothing of the payment is left to take. */
export type DisputeOutcome = DisputeState | 'known' | 'returned' | Payment['status'];

type StoredDispute = typeof disputes.$inferSelect;

/** The id of a dispute that only an administrator knows of. */
export const idByHand = ({ reference }: Pick<Payment, 'reference'>): string => `hand-${reference}`;

/**
 * Books what became of a dispute, once: `opened` holds the money, `won` frees it, and `lost`, which is final, takes
 * it. A dispute reported after it was decided is not opened again.
 * @throws Error when it is in another currency than the payment
 */
export async function recordDispute(
  tx: Db,
  { reference }: Pick<Payment, 'reference'>,
  reported: Dispute,
  now: Date,
): Promise<DisputeOutcome> {
  // The payment's lock makes reports about it wait for each other.
  const payment = await lockPayment(tx, reference);
  if (!payment) throw new Error(`no payment ${reference}`);
  if (payment.status !== 'settled') return payment.status;
  if (reported.currency !== undefined && reported.currency !== payment.currency)
    throw new Error(`payment ${reference} is disputed in another currency`);
  const known = await findDispute(tx, payment, reported.id);
  const { state } = reported;
  if (known?.state === 'lost' || known?.state === state) return 'known';
  if (state === 'opened' && known) return 'known';
  const left = await takeableOf(tx, payment);
  if (left <= 0n && !known) return 'returned';
  const asked = reported.amountMinor ?? known?.amount ?? payment.amount;
  const amount = asked < payment.amount ? asked : payment.amount;
  const dispute = known ?? (await insertDispute(tx, payment, reported.id, amount, now));
  const next = { payment, dispute: { ...dispute, amount }, left };
  if (state === 'opened') await open(tx, next, now);
  if (state === 'won') await win(tx, next, now);
  if (state === 'lost') await lose(tx, next, now);
  return state;
}

/** A dispute that an administrator has opened becomes the one that its gateway reports first. */
async function findDispute(
  tx: Db,
  payment: Payment,
  gatewayId: string,
): Promise<StoredDispute | undefined> {
  const isIt = (id: string) =>
    and(
      eq(disputes.gateway, payment.gateway),
      eq(disputes.gatewayId, id),
      eq(disputes.paymentId, payment.id),
    );
  const [known] = await tx.select().from(disputes).where(isIt(gatewayId));
  if (known) return known;
  const [adopted] = await tx
    .update(disputes)
    .set({ gatewayId })
    .where(and(isIt(idByHand(payment)), eq(disputes.state, 'opened')))
    .returning();
  return adopted;
}

async function insertDispute(
  tx: Db,
  { id: paymentId, gateway }: Payment,
  gatewayId: string,
  amount: bigint,
  now: Date,
): Promise<StoredDispute> {
  const [dispute] = await tx
    .insert(disputes)
    .values({
      paymentId,
      gateway,
      gatewayId,
      amount,
      state: 'opened',
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!dispute) throw new Error(`dispute ${gatewayId} was not stored`);
  return dispute;
}

/** What the processor has paid for a payment and not got back, minor units. */
export async function takeableOf(tx: Db, payment: Payment): Promise<bigint> {
  const { key } = processorOf(holderOf(payment), payment.currency);
  const [row] = await queryRows<{ left: string | null }>(tx)`
    select -sum(entry.amount) as left
    from journal_transactions moved
    join journal_entries entry on entry.transaction_id = moved.id
    join ledger_accounts account on account.id = entry.account_id and ${sql.raw(ACCOUNT_KEY)} = ${key}
    where moved.reference = ${payment.reference}`;
  return BigInt(row?.left ?? 0);
}

interface Disputed {
  readonly payment: Payment;
  readonly dispute: StoredDispute;
  readonly left: bigint;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const holdOf = ({ payment, dispute }: Disputed) => ({
  account: walletOf(payment.userId, payment.currency),
  disputeKey: `dispute:${dispute.id}`,
});

async function open(tx: Db, disputed: Disputed, now: Date): Promise<void> {
  const { payment, dispute, left } = disputed;
  const hold = { movement: settleKeyOf(payment), amount: least(dispute.amount, left) };
  await holdDisputed(tx, { ...holdOf(disputed), ...hold }, now);
  await tell(tx, disputed, 'opened', { amount: dispute.amount }, now);
}

async function win(tx: Db, disputed: Disputed, now: Date): Promise<void> {
  const { dispute } = disputed;
  await releaseDisputed(tx, holdOf(disputed), now);
  await endDispute(tx, dispute, { state: 'won' }, now);
  await tell(tx, disputed, 'won', { amount: dispute.amount }, now);
}

/** Takes it out of the wallet as far as it goes; the rest is owed. */
async function lose(tx: Db, disputed: Disputed, now: Date): Promise<void> {
  const { payment, dispute, left } = disputed;
  const taken = least(dispute.amount, left > 0n ? left : 0n);
  const { account } = holdOf(disputed);
  await releaseDisputed(tx, holdOf(disputed), now);
  await endDispute(tx, dispute, { state: 'lost', amount: dispute.amount, taken }, now);
  if (taken === 0n) return;
  const receivable = receivableOf(payment.userId, payment.currency);
  await lockForMovement(tx, [account]);
  const fromWallet = least(taken, await readBalance(tx, account));
  await takeBack(tx, disputed, { account, receivable, fromWallet, taken }, now);
  const owed = -(await readBalance(tx, receivable));
  await tell(tx, disputed, 'lost', { amount: taken, owed }, now);
}

interface Taken {
  readonly account: AccountRef;
  readonly receivable: AccountRef;
  readonly fromWallet: bigint;
  readonly taken: bigint;
}

async function takeBack(
  tx: Db,
  { payment, dispute }: Disputed,
  { account, receivable, fromWallet, taken }: Taken,
  now: Date,
): Promise<void> {
  const { reference, processor, currency } = payment;
  const holder = holderOf(payment);
  await postMovement(
    tx,
    {
      naturalKey: `dispute-lost:${dispute.gateway}:${dispute.gatewayId}`,
      kind: 'wallet_topup',
      reference,
      description: `Taken back: payment with ${processorName(processor)}`,
      paymentMethod: processor,
      paymentGateway: holder,
      entries: [
        { account, amount: -fromWallet },
        { account: receivable, amount: fromWallet - taken },
        { account: processorOf(holder, currency), amount: taken },
      ],
      mayMoveHeld: true,
    },
    now,
  );
}

const endDispute = (
  tx: Db,
  { id }: StoredDispute,
  end: Partial<Pick<StoredDispute, 'state' | 'amount' | 'taken'>>,
  now: Date,
) =>
  tx
    .update(disputes)
    .set({ ...end, updatedAt: now })
    .where(eq(disputes.id, id));

/** @param told minor units */
async function tell(
  tx: Db,
  { payment: { userId, currency }, dispute }: Disputed,
  outcome: DisputeState,
  { amount, owed }: { readonly amount: bigint; readonly owed?: bigint },
  now: Date,
): Promise<void> {
  const notification: NewNotification = {
    userId,
    kind: 'payment_disputed',
    eventKey: `dispute:${dispute.id}:${outcome}`,
    data: {
      amount: minorToMajor(amount),
      currency,
      outcome,
      ...(owed !== undefined && { owed: minorToMajor(owed) }),
    },
  };
  await storeNotifications(tx, [notification], now);
}

/** A payment's disputes, first one first. */
export const listDisputes = (db: Db, paymentId: number): Promise<StoredDispute[]> =>
  db.select().from(disputes).where(eq(disputes.paymentId, paymentId)).orderBy(asc(disputes.id));
