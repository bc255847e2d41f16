import { DAY_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import { queryRows } from '../db/query-rows.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { storeNotifications } from '../notifications/store-notifications.ts';

/** How long this job may have been away without leaving anybody untold. */
const LOOK_BACK_MS = 7 * DAY_MS;

interface Row {
  readonly user_id: number;
  readonly natural_key: string;
  readonly amount: string;
  readonly currency: string;
  readonly owed: string;
}

/** Whoever paid back a debt is told afterwards, once, because the ledger that takes it knows no notifications. */
export async function notifyRepayments({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now() - LOOK_BACK_MS).toISOString();
  const untold = await queryRows<Row>(db)`
    select debt.user_id, moved.natural_key, entry.amount, debt.currency, -debt.balance as owed
    from ledger_accounts debt
    join journal_entries entry
      on entry.account_id = debt.id and entry.moved_at > ${since}::timestamptz and entry.amount > 0
    join journal_transactions moved on moved.id = entry.transaction_id and moved.natural_key like 'repay:%'
    where debt.type = 'receivable' and not exists (
      select from notifications told where told.user_id = debt.user_id and told.event_key = moved.natural_key
    )
    order by entry.id`;
  const notifications = untold.map((row) => ({
    userId: row.user_id,
    kind: 'payment_disputed' as const,
    eventKey: row.natural_key,
    data: {
      amount: minorToMajor(BigInt(row.amount)),
      currency: row.currency,
      outcome: 'repaid' as const,
      owed: minorToMajor(BigInt(row.owed)),
    },
  }));
  await inTransaction(db, (tx) => storeNotifications(tx, notifications, dateOf(clock)));
}
