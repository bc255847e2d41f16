import { sql } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import type { Money } from '../../contract/rewards/trust.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { currencyOf } from '../lib/stored-currency.ts';

/** Minor units, as text. */
interface Row extends Record<Exclude<keyof Money, 'currency'>, string> {
  readonly currency: string;
}

/**
 * What people's money did in each currency. Reads every account and every prize, so it is for a job alone: what
 * came in stands with the processors, below zero, and what went out with payout rails and suppliers. A prize that was
 * taken back left its winner's wallet as a refund, and is none.
 */
export async function readSums(db: Db): Promise<Money[]> {
  const rows = await queryRows<Row>(
    db,
    sql`
    with won as (
      select entry.currency, sum(entry.amount) as prizes
      from journal_transactions moved
      join journal_entries entry on entry.transaction_id = moved.id
      join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
      where moved.kind = 'voucher_win' or moved.kind = 'voucher_refund' and entry.amount < 0 group by 1
    )
    select account.currency,
      -coalesce(sum(account.balance) filter (where type = 'processor'), 0) as paid_in,
      coalesce(sum(account.balance) filter (where type = 'wallet'), 0) as in_wallets,
      coalesce(sum(account.balance) filter (where type in ('escrow', 'pool')), 0) as in_vouchers,
      coalesce(sum(account.balance) filter (where type in ('payout', 'supplier')), 0) as paid_out,
      coalesce(sum(account.balance) filter (where type = 'fees'), 0) as fees,
      coalesce(max(won.prizes), 0) as prizes
    from ledger_accounts account left join won on won.currency = account.currency
    group by 1 order by 1`,
  );
  const major = (minor: string): number => minorToMajor(BigInt(minor));
  return rows.map(({ currency, ...sums }) => ({
    currency: currencyOf(currency),
    paid_in: major(sums.paid_in),
    in_wallets: major(sums.in_wallets),
    in_vouchers: major(sums.in_vouchers),
    paid_out: major(sums.paid_out),
    fees: major(sums.fees),
    prizes: major(sums.prizes),
  }));
}
