import { eq, sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import type { Party, Receipt } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { ledgerAccounts, journalEntries, journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { AppError } from '../http/app-error.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { processorName } from '../payments/payment-methods.ts';
import { findPayout } from '../payouts/find-payout.ts';
import { presentLine, statementOf, type StatementLine } from './read-statement.ts';

interface Moved {
  readonly type: string;
  readonly userId: number | null;
  readonly currency: string;
  readonly amount: bigint;
}

const SHOWN_DIGITS = 4;
/** Ours and the sharers': what a payer pays beside the voucher's amount. */
const FEE_ACCOUNTS: ReadonlySet<string> = new Set(['fees', 'pool']);

/** The number of a payment in the id of its line; no payment has the number 0. */
const paymentNumberOf = (id: string): number => Number(/^p([1-9]\d{0,8})$/.exec(id)?.[1] ?? 0);

/**
 * The line of that id. A payment's line has another id once it is settled: its old one leads to what it paid
 * for, or else to the money that came in.
 */
async function findLine(db: Db, userId: number, id: string): Promise<StatementLine | undefined> {
  const [line] = await queryRows<StatementLine>(
    db,
    sql`
    with statement as (${statementOf(userId)})
    select * from statement where id = ${id} or reference = (
      select reference from payments
      where id = ${paymentNumberOf(id)} and user_id = ${userId} and status = 'settled'
    )
    order by kind = 'voucher_payment' desc limit 1`,
  );
  return line;
}

/**
 * Everything about one line of a user's statement; of a payment that was pending, also by its id of then.
 * @throws AppError `transaction_not_found`, also for another user's.
 */
export async function readReceipt(db: Db, userId: number, id: string): Promise<Receipt> {
  const line = await findLine(db, userId, id);
  if (!line) throw new AppError('transaction_not_found');
  const { moved, voucherUlid } = await readMovement(db, line);
  const mine = moved.filter((entry) => entry.type === 'wallet' && entry.userId === userId);
  return {
    ...presentLine(line),
    ...partiesOf(line, mine.length > 0, await otherSideOf(db, line, voucherUlid)),
    lines: linesOf(line, moved),
    entries: mine.map(({ currency, amount }) => ({
      currency: currencyOf(currency),
      amount: minorToMajor(amount),
    })),
    voucher_ulid: voucherUlid,
  };
}

/** All entries of the line's movement, of which its owner sees the own ones and the sum of the fees. */
async function readMovement(
  db: Db,
  { moved_id: movedId }: StatementLine,
): Promise<{ moved: Moved[]; voucherUlid: string | null }> {
  if (movedId === null) return { moved: [], voucherUlid: null };
  const rows = await db
    .select({
      type: ledgerAccounts.type,
      userId: ledgerAccounts.userId,
      currency: journalEntries.currency,
      amount: journalEntries.amount,
      voucherUlid: vouchers.ulid,
    })
    .from(journalEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, journalEntries.accountId))
    .innerJoin(journalTransactions, eq(journalTransactions.id, journalEntries.transactionId))
    .leftJoin(vouchers, eq(vouchers.id, journalTransactions.voucherId))
    .where(eq(journalEntries.transactionId, Number(movedId)))
    .orderBy(journalEntries.id);
  return { moved: rows, voucherUlid: rows[0]?.voucherUlid ?? null };
}

/** Who stands at the other end of a line. */
async function otherSideOf(
  db: Db,
  line: StatementLine,
  voucherUlid: string | null,
): Promise<Party> {
  if (voucherUlid) return { name: 'Voucher', detail: voucherUlid };
  if (line.kind === 'withdrawal') {
    const payout = await findPayout(db, line.reference);
    if (payout) {
      const { accountName, bankName, accountNumber } = payout;
      return {
        name: accountName,
        detail: `${bankName} ••${accountNumber.slice(-SHOWN_DIGITS)}`,
      };
    }
  }
  if (line.kind === 'voucher_payment') return { name: 'Voucher', detail: null };
  if (line.payment_gateway) return { name: processorName(line.payment_gateway), detail: null };
  return { name: 'Goodies', detail: null };
}

function partiesOf(
  line: StatementLine,
  isWallet: boolean,
  other: Party,
): Pick<Receipt, 'from' | 'to'> {
  const isTopup = line.kind === 'wallet_topup' || line.kind === 'topup';
  const own: Party =
    isWallet || isTopup
      ? { name: 'Your wallet', detail: line.currency }
      : { name: processorName(line.payment_gateway ?? ''), detail: null };
  return BigInt(line.amount) < 0n ? { from: own, to: other } : { from: other, to: own };
}

/** What a debit is made of: the fee, and what it was for. A credit is whole. */
function linesOf(line: StatementLine, moved: readonly Moved[]): Receipt['lines'] {
  const amount = BigInt(line.amount);
  const total = amount < 0n ? -amount : amount;
  const paidFees = moved.filter((entry) => FEE_ACCOUNTS.has(entry.type) && entry.amount > 0n);
  const fee = amount < 0n ? paidFees.reduce((sum, entry) => sum + entry.amount, 0n) : 0n;
  const whole = { label: 'Amount', amount: minorToMajor(total - fee) };
  return fee === 0n ? [whole] : [whole, { label: 'Fee', amount: minorToMajor(fee) }];
}
