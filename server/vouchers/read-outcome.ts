import { sql, type SQL } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import { holds, ledgerAccounts, journalEntries, journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Voucher } from './voucher-row.ts';

/** How a voucher ended. */
export interface Outcome {
  /** Of a drawn lottery; null for every other voucher. */
  readonly winnersCount: number | null;
  /** What the caller won with it, minor units; null for everybody else. */
  readonly ownShare: bigint | null;
  /** The line of the caller's statement that a payment voucher was redeemed with; null for everybody else. */
  readonly ownReceipt: string | null;
  /** What of a prize was taken back from the caller, minor units; null for nothing. */
  readonly takenBack: bigint | null;
}

/** What a query for vouchers selects to learn their outcomes. The journal says it: a share is what was paid. */
export const outcomeColumns = (callerId: SQL) => ({
  winnersCount: sql<number | null>`${whenDrawn(sql`select count(*)::int ${PAID}`)}`,
  ownShare: sql<
    bigint | null
  >`${whenDrawn(sql`select ${journalEntries.amount} ${PAID} and ${ledgerAccounts.userId} = ${callerId}`)}`.mapWith(
    journalEntries.amount,
  ),
  ownReceipt: sql<
    string | null
  >`case when ${vouchers.status} = 'used' and ${vouchers.winnerId} = ${callerId} then (
    select 'j' || ${journalEntries.id} ${WALLETS}
    where ${journalTransactions.naturalKey} = 'redeem:' || ${vouchers.ulid} and ${ledgerAccounts.userId} = ${callerId}) end`,
  takenBack: sql<bigint | null>`case when ${vouchers.status} = 'completed' then (
    select sum(${holds.amount} - ${holds.moved}) from ${holds}
    join ${ledgerAccounts} on ${ledgerAccounts.id} = ${holds.accountId}
    where ${ledgerAccounts.userId} = ${callerId} and ${holds.outcome} = 'reversed'
    and ${holds.movement} = 'win:' || ${vouchers.ulid}) end`.mapWith(holds.amount),
});

/** Entries of wallets. */
const WALLETS = sql`from ${journalTransactions}
  join ${journalEntries} on ${journalEntries.transactionId} = ${journalTransactions.id}
  join ${ledgerAccounts} on ${ledgerAccounts.id} = ${journalEntries.accountId}
    and ${ledgerAccounts.type} = 'wallet'`;

/** The wallets that a voucher's prize went to. */
const PAID = sql`${WALLETS}
  where ${journalTransactions.voucherId} = ${vouchers.id} and ${journalTransactions.kind} = 'voucher_win'`;

/** Nothing is looked up for any other voucher, which is nearly every one that is asked for. */
const whenDrawn = (query: SQL): SQL =>
  sql`case when ${vouchers.revealMethod} = 'lottery' and ${vouchers.status} = 'completed' then (${query}) end`;

/** The fields of a voucher's page that tell how it ended, and what of its money the caller got. */
export function presentOutcome(
  { purpose, revealMethod, winnerId, amount }: Voucher,
  { winnersCount, ownShare, ownReceipt, takenBack }: Outcome,
  callerId: number | undefined,
): Pick<VoucherDetail, 'winners_count' | 'own_share' | 'own_receipt' | 'taken_back'> {
  // Only a lottery is shared.
  const isWhole = (purpose === 'payment' || revealMethod !== 'lottery') && winnerId !== null;
  const share = isWhole && winnerId === callerId ? amount : ownShare;
  return {
    ...(winnersCount !== null && { winners_count: winnersCount }),
    ...(share !== null && { own_share: minorToMajor(share) }),
    ...(ownReceipt !== null && { own_receipt: ownReceipt }),
    ...(takenBack !== null && { taken_back: minorToMajor(takenBack) }),
  };
}
