import { sql } from 'drizzle-orm';

import type { Currency } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import { ACCOUNT_KEY } from '../ledger/house-rows.ts';
import { moneyText } from '../lib/money-text.ts';
import { IS_CREDIT } from '../payments/settlements/book-settlement.ts';
import {
  COMPARED_DAYS,
  compareDays,
  type ComparedDay,
  listDays,
} from '../payments/settlements/compare-days.ts';

const LISTED = 50;

const signed = (amount: bigint, currency: string): string =>
  `${amount < 0n ? '-' : ''}${moneyText(amount < 0n ? -amount : amount, currency)}`;

/**
 * Compares the last 30 days of each gateway and currency again: what the journal credited, what was settled of it, and
 * what is in no settlement; with what each processor still holds, and transactions that the journal has otherwise.
 */
export async function reconcile(deps: Deps): Promise<string[]> {
  const held = await listHeld(deps.db);
  for (const gateway of new Set(held.map((one) => one.gateway))) await compareDays(deps, gateway);
  const days = await listDays(deps.db, deps.clock);
  return [...held.map(heldLine), ...days.map(dayLine), ...(await listWrong(deps))];
}

interface Held {
  readonly gateway: string;
  readonly currency: string;
  /** Minor units, as text. */
  readonly held: string;
  readonly bank: string;
  readonly fees: string;
}

const listHeld = (db: Db) =>
  queryRows<Held>(db)`
    select split_part(key, ':', 2) as gateway, currency,
      -coalesce(sum(balance) filter (where type = 'processor'), 0) as held,
      -coalesce(sum(balance) filter (where type = 'bank'), 0) as bank,
      -coalesce(sum(balance) filter (where type = 'fees_paid'), 0) as fees
    from ledger_accounts where type in ('processor', 'bank', 'fees_paid')
    group by 1, 2 order by 1, 2`;

function heldLine({ gateway, currency, ...sums }: Held): string {
  const text = (minor: string) => signed(BigInt(minor), currency);
  return `${gateway} ${currency}  holds ${text(sums.held)}, paid out ${text(sums.bank)}, kept ${text(sums.fees)}`;
}

function dayLine({ gateway, currency, day, journal, settled, ...rest }: ComparedDay): string {
  const difference = settled - journal;
  const awaited = difference === 0n ? '' : '  AWAITED';
  const text = (minor: bigint) => signed(minor, currency);
  return `${gateway} ${currency}  ${day}  journal ${text(journal)}  settled ${text(settled)}  difference ${text(difference)}  unmatched ${rest.unmatched}${rest.isDifferent ? '  DIFFERENT' : awaited}`;
}

/** Transactions of the compared days whose payment the journal does not have, or with another amount. */
async function listWrong({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const [day] = new Date(clock.now()).toISOString().split('T');
  const rows = await queryRows<{
    gateway: string;
    id: string;
    currency: Currency;
    reference: string | null;
    listed: string;
    journal: string | null;
  }>(db)`
    select settlement.gateway, settlement.external_id as id, settlement.currency, line.reference,
      sum(line.amount) as listed, credited.amount as journal
    from settlement_transactions line
    join settlements settlement on settlement.id = line.settlement_id and settlement.source = 'api'
    left join lateral (
      select -sum(entry.amount) as amount
      from journal_transactions moved
      join journal_entries entry on entry.transaction_id = moved.id
      join ledger_accounts account on account.id = entry.account_id
      where moved.reference = line.reference and ${IS_CREDIT}
        and ${sql.raw(ACCOUNT_KEY)} = 'processor:' || settlement.gateway || ':' || settlement.currency
    ) credited on true
    where line.paid_on >= ${day}::date - ${COMPARED_DAYS}::int
    group by settlement.id, line.reference, credited.amount
    having credited.amount is distinct from sum(line.amount)
    order by settlement.id desc, line.reference limit ${LISTED}`;
  return rows.map(({ gateway, id, currency, reference, listed, journal }) => {
    const known = journal === null ? 'nothing' : moneyText(BigInt(journal), currency);
    return `${gateway} ${currency}  settlement ${id} lists ${reference ?? 'no reference'} with ${signed(BigInt(listed), currency)}, the journal has ${known}`;
  });
}
