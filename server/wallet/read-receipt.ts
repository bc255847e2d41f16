import { and, eq, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { minorToMajor } from '../../contract/money.ts';
import type { Party, Receipt, Transaction } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { ledgerAccounts, journalEntries, journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { findDisbursement } from '../disbursements/disbursement.ts';
import { AppError } from '../http/app-error.ts';
import { processorName } from '../payments/payment-methods.ts';
import { accountText, PAYOUTS } from '../disbursements/payouts.ts';
import { type Purchase, PURCHASES } from '../disbursements/purchases.ts';
import { linesOf, presentLine, type StatementLine, wasSplit } from './read-statement.ts';

type Moved = Awaited<ReturnType<typeof readMovement>>[number];

const redeemers = alias(users, 'redeemer');

/** Accounts of the fees on top of an amount. */
const FEE_ACCOUNTS: ReadonlySet<string> = new Set(['fees', 'pool', 'rail_fees']);

/** `j` and an entry's number, or `p` and a payment's. */
const LINE_ID = /^([jp])([1-9]\d{0,14})$/;

/** Finds a line by its id. A payment's id also leads to the line that it became once it settled. */
async function findLine(db: Db, userId: number, id: string): Promise<StatementLine | undefined> {
  const [, source, digits] = LINE_ID.exec(id) ?? [];
  if (source === undefined) return undefined;
  const number = Number(digits);
  const which =
    source === 'j'
      ? { entries: sql`entry.id = ${number}::bigint`, payments: sql`false` }
      : {
          entries: sql`moved.reference = (
            select reference from payments where id = ${number}::bigint and user_id = ${userId} and status = 'settled'
          )`,
          payments: sql`id = ${number}::bigint`,
        };
  const [line] = await queryRows<StatementLine>(db)`
    with statement as (${linesOf(userId, which)})
    select * from statement order by kind in ('voucher_payment', 'premium') desc, sort limit 1`;
  return line;
}

/** The line of a user's own statement that has this reference; of several the one that their money was paid with. */
export async function findLineOf(
  db: Db,
  userId: number,
  reference: string,
): Promise<Transaction | undefined> {
  const which = {
    entries: sql`moved.reference = ${reference}`,
    payments: sql`reference = ${reference}`,
  };
  const [line] = await queryRows<StatementLine>(db)`
    with statement as (${linesOf(userId, which)})
    select * from statement order by kind in ('voucher_payment', 'premium') desc, amount, sort limit 1`;
  return line && presentLine(line);
}

/** One line of a user's statement with its details. @throws AppError `transaction_not_found` */
export async function readReceipt(db: Db, userId: number, id: string): Promise<Receipt> {
  const line = await findLine(db, userId, id);
  if (!line) throw new AppError('transaction_not_found');
  const moved = await readMovement(db, line);
  const purchase =
    line.kind === 'airtime' || line.kind === 'bill'
      ? await findDisbursement(db, PURCHASES, line.reference)
      : undefined;
  // A payment that funded its purpose passed through the wallet for the books only.
  const mine = isPaidElsewhere(line)
    ? []
    : moved.filter((entry) => entry.type === 'wallet' && entry.userId === userId);
  return {
    ...presentLine(line),
    ...partiesOf(
      line,
      mine.length > 0,
      purchase ? purchaseParty(purchase) : await otherSideOf(db, userId, line, moved[0], mine),
    ),
    lines: partsOf(line, feeOf(line, moved, purchase)),
    token: purchase?.token ?? null,
    entries: mine.map(({ currency, amount }) => ({
      currency,
      amount: minorToMajor(amount),
    })),
    voucher_ulid: moved[0]?.voucher?.ulid ?? null,
  };
}

const isPaidElsewhere = ({ kind, payment_gateway: gateway, amount }: StatementLine): boolean =>
  (kind === 'voucher_payment' || kind === 'premium') && gateway !== null && BigInt(amount) < 0n;

async function readMovement(db: Db, { moved_id: movedId }: StatementLine) {
  if (movedId === null) return [];
  return db
    .select({
      type: ledgerAccounts.type,
      userId: ledgerAccounts.userId,
      currency: journalEntries.currency,
      amount: journalEntries.amount,
      voucher: {
        ulid: vouchers.ulid,
        purpose: vouchers.purpose,
        creatorId: vouchers.creatorId,
      },
      creator: users.username,
      /** Null where the voucher was split and thus paid to several users. */
      redeemer: redeemers.username,
      /** Whom it was sent to: `@name` or an address. */
      recipient: sql<string | null>`coalesce((select '@' || named.username from ${users} named
        where named.id = ${vouchers.recipientId}), ${vouchers.recipientEmail})`,
    })
    .from(journalEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, journalEntries.accountId))
    .innerJoin(journalTransactions, eq(journalTransactions.id, journalEntries.transactionId))
    .leftJoin(vouchers, eq(vouchers.id, journalTransactions.voucherId))
    .leftJoin(users, eq(users.id, vouchers.creatorId))
    .leftJoin(
      redeemers,
      and(
        eq(vouchers.purpose, 'payment'),
        eq(redeemers.id, vouchers.winnerId),
        not(wasSplit(sql`${vouchers.id}`)),
      ),
    )
    .where(eq(journalEntries.transactionId, Number(movedId)))
    .orderBy(journalEntries.id);
}

function voucherParty(
  userId: number,
  line: StatementLine,
  { purpose, creatorId }: NonNullable<Moved['voucher']>,
  { creator, redeemer, recipient }: Moved,
): Party {
  const isOwn = creatorId === userId;
  if (purpose === 'giveaway')
    return { name: isOwn ? 'Your giveaway' : `@${creator}'s giveaway`, detail: null };
  if (!isOwn) return { name: `@${creator}`, detail: 'Payment voucher' };
  const payee = redeemer === null ? recipient : `@${redeemer}`;
  return BigInt(line.amount) < 0n && payee !== null
    ? { name: payee, detail: 'Payment voucher' }
    : { name: 'Your payment voucher', detail: null };
}

async function otherSideOf(
  db: Db,
  userId: number,
  line: StatementLine,
  first: Moved | undefined,
  mine: readonly Moved[],
): Promise<Party> {
  if (first?.voucher) return voucherParty(userId, line, first.voucher, first);
  if (line.kind === 'exchange') {
    const other = mine.find(({ currency }) => currency !== line.currency);
    return { name: 'Your wallet', detail: other?.currency ?? null };
  }
  if (line.kind === 'withdrawal') {
    const payout = await findDisbursement(db, PAYOUTS, line.reference);
    if (payout) return { name: payout.accountName, detail: accountText(payout) };
  }
  if (line.kind === 'premium') return { name: 'Goodies', detail: 'Premium' };
  if (line.kind === 'voucher_payment') return { name: 'Voucher', detail: null };
  if (line.payment_gateway) return { name: processorName(line.payment_gateway), detail: null };
  return { name: 'Goodies', detail: null };
}

function partiesOf(
  line: StatementLine,
  isWallet: boolean,
  other: Party,
): Pick<Receipt, 'from' | 'to'> {
  const isTopup = line.kind === 'wallet_topup';
  const own: Party =
    isWallet || isTopup
      ? { name: 'Your wallet', detail: line.currency }
      : { name: processorName(line.payment_gateway ?? ''), detail: null };
  return BigInt(line.amount) < 0n ? { from: own, to: other } : { from: other, to: own };
}

const purchaseParty = ({ serviceName, itemName, customer, customerName }: Purchase): Party => ({
  name: itemName === null ? serviceName : `${serviceName}, ${itemName}`,
  detail: customerName === null ? customer : `${customerName}, ${customer}`,
});

function feeOf(
  line: StatementLine,
  moved: readonly Moved[],
  purchase: Purchase | undefined,
): bigint {
  if (purchase) return purchase.fee;
  // Premium is not split into a fee and an amount.
  if (line.kind === 'premium') return 0n;
  const paidFees = moved.filter((entry) => FEE_ACCOUNTS.has(entry.type) && entry.amount > 0n);
  return BigInt(line.amount) < 0n ? paidFees.reduce((sum, entry) => sum + entry.amount, 0n) : 0n;
}

function partsOf(line: StatementLine, fee: bigint): Receipt['lines'] {
  const amount = BigInt(line.amount);
  const total = amount < 0n ? -amount : amount;
  const whole = { label: 'Amount', amount: minorToMajor(total - fee) };
  return fee === 0n ? [whole] : [whole, { label: 'Fee', amount: minorToMajor(fee) }];
}
