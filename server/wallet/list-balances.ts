import { and, eq, sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import type { BalancesAnswer, Held } from '../../contract/wallet.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { holds, journalTransactions, ledgerAccounts } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { HELD_CARD, isRunning, shownUntil } from '../ledger/holds.ts';
import { becauseOf } from './read-statement.ts';

export type Wallets = BalancesAnswer['data']['wallets'];

interface HeldRow {
  /** Minor units. */
  readonly amount: string;
  readonly until: string;
  readonly reasons: readonly string[];
  readonly voucher_ulid: string | null;
}

/** The holds of a wallet, first to end first; null for none. */
const heldRows = (now: Date) => sql<readonly HeldRow[] | null>`(
  select json_agg(json_build_object(
    'amount', (${holds.amount} - ${holds.moved})::text, 'until', ${holds.heldUntil}, 'reasons', ${holds.reasons},
    'voucher_ulid', ${vouchers.ulid}
  ) order by ${holds.heldUntil}, ${holds.id})
  from ${holds}
  left join ${journalTransactions} on ${journalTransactions.naturalKey} = ${holds.movement}
  left join ${vouchers} on ${vouchers.id} = ${journalTransactions.voucherId}
  where ${holds.accountId} = ${ledgerAccounts.id} and ${isRunning(now)})`;

/** What the user owes in the currency of the wallet of the statement's row, minor units. */
const owedIn = sql<bigint>`coalesce((
  select -debt.balance from ${ledgerAccounts} debt
  where debt.key = 'receivable:' || ${ledgerAccounts.userId} || ':' || ${ledgerAccounts.currency}
), 0)`.mapWith(BigInt);

/** A user's wallets in major units with their holds: the region's currency first, then each that ever had money. */
export async function listBalances(db: Db, userId: number, now: Date): Promise<Wallets> {
  const rows = await db
    .select({
      region: users.region,
      currency: ledgerAccounts.currency,
      balance: ledgerAccounts.balance,
      held: heldRows(now),
      owed: owedIn,
    })
    .from(users)
    .leftJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.userId, users.id), eq(ledgerAccounts.type, 'wallet')),
    )
    .where(eq(users.id, userId))
    .orderBy(ledgerAccounts.currency);
  const wallets: Wallets = {
    [REGIONS[normaliseRegion(rows[0]?.region)].currency]: { amount: 0, available_out: 0 },
  };
  for (const { currency, balance, held, owed } of rows) {
    if (currency !== null && balance !== null)
      wallets[currency] = {
        amount: minorToMajor(balance),
        available_out: minorToMajor(
          (held ?? []).reduce((left, one) => left - BigInt(one.amount), balance),
        ),
        ...(held && { held: held.map(presentHeld) }),
        ...(owed > 0n && { owed: minorToMajor(owed) }),
      };
  }
  return wallets;
}

const presentHeld = ({ amount, until, reasons, voucher_ulid }: HeldRow): Held => ({
  amount: minorToMajor(BigInt(amount)),
  until: shownUntil(new Date(until)),
  because: becauseOf(reasons),
  voucher_ulid,
  ...(reasons.includes(HELD_CARD) && { by_card: true as const }),
});
