import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { AccountType } from '../db/schema/ledger.ts';
import { moneyText } from '../lib/money-text.ts';

type Side = 'assets' | 'owed' | 'earned';

/** What the house owns, negative in the ledger; whom it owes; and what is its own. */
const SIDES: Readonly<Record<AccountType, Side>> = {
  processor: 'assets',
  payout: 'assets',
  rail_fees: 'assets',
  supplier: 'assets',
  bank: 'assets',
  receivable: 'assets',
  wallet: 'owed',
  escrow: 'owed',
  pool: 'owed',
  fees: 'earned',
  unclaimed: 'owed',
  exchange: 'earned',
  fees_paid: 'earned',
  losses: 'earned',
};

interface Row {
  readonly currency: string;
  readonly type: AccountType;
  /** With the processor, rail or supplier where the type has one. */
  readonly name: string;
  readonly balance: string;
}

/** For each currency what the house has, owes and has earned, from one snapshot, and whether both sides are equal. */
export async function balanceSheet(db: Db): Promise<string[]> {
  const rows = await queryRows<Row>(db)`
    select currency, type,
      case when type in ('processor', 'bank', 'fees_paid', 'payout', 'rail_fees', 'supplier') then type || ' ' || split_part(key, ':', 2)
        else type end as name,
      sum(balance) as balance
    from ledger_accounts group by 1, 2, 3 order by 1, 2, 3`;
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.flatMap((currency) =>
    sheetOf(
      currency,
      rows.filter((row) => row.currency === currency),
    ),
  );
}

function sheetOf(currency: string, rows: readonly Row[]): string[] {
  const money = (amount: bigint): string =>
    `${amount < 0n ? '-' : ''}${moneyText(amount < 0n ? -amount : amount, currency)}`;
  const sums: Record<Side, bigint> = { assets: 0n, owed: 0n, earned: 0n };
  const lines: Record<Side, string[]> = { assets: [], owed: [], earned: [] };
  for (const { type, name, balance } of rows) {
    const side = SIDES[type];
    const amount = side === 'assets' ? -BigInt(balance) : BigInt(balance);
    sums[side] += amount;
    lines[side].push(`    ${name}  ${money(amount)}`);
  }
  const difference = sums.assets - sums.owed - sums.earned;
  const part = (side: Side): string[] => [`  ${side}  ${money(sums[side])}`, ...lines[side]];
  return [
    currency,
    ...part('assets'),
    ...part('owed'),
    ...part('earned'),
    difference === 0n
      ? '  both sides are equal'
      : `  NOT EQUAL: assets differ by ${money(difference)}`,
  ];
}
