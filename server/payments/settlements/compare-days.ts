import { and, eq, gte, sql } from 'drizzle-orm';

import { DAY_MS } from '../../../contract/durations.ts';
import { CURRENCIES, type Currency } from '../../../contract/money.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { settlementDays } from '../../db/schema/settlements.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ACCOUNT_KEY, rowKeysOf } from '../../ledger/house-rows.ts';
import { processorOf } from '../../ledger/journal.ts';
import { IS_CREDIT } from './book-settlement.ts';
import { timeZoneOf } from './settlement.ts';

/** How many days are compared again each day. */
export const COMPARED_DAYS = 30;
/** A payment may be paid out this late: weekends and holidays delay settlements. */
const SETTLED_WITHIN_DAYS = 7;

const ZONES = sql.join(
  CURRENCIES.map((currency) => sql`(${currency}, ${timeZoneOf(currency)})`),
  sql`, `,
);

/** A day of one gateway and currency; minor units. */
export interface ComparedDay {
  readonly gateway: string;
  readonly currency: Currency;
  /** 'YYYY-MM-DD' where the currency is at home. */
  readonly day: string;
  /** What the journal credited from this gateway. */
  readonly journal: bigint;
  /** What settlements paid out of it, before fees. */
  readonly settled: bigint;
  /** Credited payments that no settlement lists. */
  readonly unmatched: number;
  /** False also while settlements may still come. */
  readonly isDifferent: boolean;
}

/**
 * Compares each of a gateway's last days with the settlements, and stores what came of it. A day differs where more
 * was settled than credited, or less although every payment is in a settlement or is overdue. Nothing is overdue
 * before a gateway has settled anything. A payment and its settlement count on the day of the credit, and what the
 * journal does not have on the day of the gateway.
 */
export const compareDays = (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  gateway: string,
): Promise<ComparedDay[]> =>
  database.unhurried(async (db) => {
    await inTransaction(db, (tx) => storeDays(tx, gateway, clock));
    return listDays(db, clock, gateway);
  });

/** Compares a gateway's last days, and raises an alarm for each that differs. */
export async function checkDays(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  gateway: string,
): Promise<void> {
  for (const { isDifferent, day, currency, unmatched, ...sums } of await compareDays(
    deps,
    gateway,
  )) {
    if (!isDifferent) continue;
    const [journal, settled] = [String(sums.journal), String(sums.settled)];
    deps.log.error(
      { gateway, currency, day, journal, settled, unmatched },
      'a day was settled with another sum than was credited',
    );
  }
}

const dayAgo = (clock: Clock, days: number): string =>
  new Date(clock.now() - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

async function storeDays(db: Db, gateway: string, clock: Clock): Promise<void> {
  const first = dayAgo(clock, COMPARED_DAYS);
  // From a day earlier on, so that the first one is whole in each time zone.
  const since = dayAgo(clock, COMPARED_DAYS + 1);
  const overdue = dayAgo(clock, SETTLED_WITHIN_DAYS);
  const rows = CURRENCIES.flatMap((currency) => rowKeysOf(processorOf(gateway, currency)));
  // What is credited late moves from the day of the gateway to that of the credit.
  await db
    .delete(settlementDays)
    .where(and(eq(settlementDays.gateway, gateway), gte(settlementDays.day, first)));
  await db.execute(sql`
    with zone (currency, name) as (values ${ZONES}),
    credited as (
      select zone.currency, moved.reference, min((entry.moved_at at time zone zone.name)::date) as day,
        -sum(entry.amount) as amount
      from zone
      join ledger_accounts account on account.currency = zone.currency and account.key = any(${sql.param(rows)}::text[])
      join journal_entries entry on entry.account_id = account.id and entry.moved_at >= ${since}::timestamptz
      join journal_transactions moved on moved.id = entry.transaction_id and ${IS_CREDIT}
      group by zone.currency, moved.reference
    ), lines as (
      select credited.currency, credited.day, credited.amount as journal, listed.amount as settled
      from credited
      left join lateral (
        select sum(line.amount) as amount
        from settlement_transactions line
        join settlements settlement on settlement.id = line.settlement_id
        where line.reference = credited.reference and settlement.gateway = ${gateway}
          and settlement.currency = credited.currency
      ) listed on true
      union all
      select settlement.currency, line.paid_on, 0, line.amount
      from settlement_transactions line
      join settlements settlement on settlement.id = line.settlement_id and settlement.gateway = ${gateway}
      where line.paid_on >= ${first}::date and not exists (
        select from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id
        where moved.reference = line.reference and ${IS_CREDIT}
          and ${sql.raw(ACCOUNT_KEY)} = 'processor:' || ${gateway} || ':' || settlement.currency
      )
    ), compared as (
      select currency, day, sum(journal) as journal, coalesce(sum(settled), 0) as settled,
        count(*) filter (where settled is null) as unmatched,
        day <= ${overdue}::date and exists (
          select from settlements where gateway = ${gateway} and settlements.currency = lines.currency
        ) as is_overdue
      from lines group by currency, day
    )
    insert into settlement_days (gateway, currency, day, journal, settled, unmatched, is_different)
    select ${gateway}::text, currency, day, journal, settled, unmatched,
      settled > journal or settled < journal and (unmatched = 0 or is_overdue)
    from compared where day >= ${first}::date
    on conflict (gateway, currency, day) do update set journal = excluded.journal, settled = excluded.settled,
      unmatched = excluded.unmatched, is_different = excluded.is_different`);
}

/** The days as they were last compared, newest last. @param gateway all where it is left out */
export async function listDays(db: Db, clock: Clock, gateway?: string): Promise<ComparedDay[]> {
  const rows = await queryRows<
    Record<'journal' | 'settled', string> & Omit<ComparedDay, 'journal' | 'settled'>
  >(db)`
    select gateway, currency, day::text as day, journal::text as journal, settled::text as settled, unmatched,
      is_different as "isDifferent"
    from settlement_days
    where day >= ${dayAgo(clock, COMPARED_DAYS)}::date
      and gateway = coalesce(${gateway ?? null}::text, gateway)
    order by gateway, currency, day`;
  return rows.map((row) => ({
    ...row,
    journal: BigInt(row.journal),
    settled: BigInt(row.settled),
  }));
}
