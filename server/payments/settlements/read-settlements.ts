import { and, eq, max } from 'drizzle-orm';

import { DAY_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { settlements } from '../../db/schema/settlements.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { bookSettlement, findSettlement, isAsBooked } from './book-settlement.ts';
import { checkDays } from './compare-days.ts';
import type { ReportedSettlement, SettlementReader } from './settlement.ts';

/** A settlement may be told of this long after its day, because a gateway can hold it back. */
const LATE_MS = 30 * DAY_MS;

const dayBefore = (day: string, ms: number): string =>
  new Date(Date.parse(day) - ms).toISOString().slice(0, day.length);

/**
 * Books what a gateway has paid out since the last settlement that was booked, each once. One that cannot be read
 * does not keep back the others.
 * @throws GatewayError at the end, when something could not be read
 */
export async function readSettlements(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  reader: SettlementReader,
): Promise<void> {
  const since = await findStart(deps.db, reader.gateway);
  if (since === undefined) return;
  const told = (await reader.settlements(since)).filter(({ settledOn }) => settledOn >= since);
  const failures: unknown[] = [];
  for (const settlement of told) {
    try {
      await readSettlement(deps, reader.gateway, settlement);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** @returns 'YYYY-MM-DD'; undefined for a gateway that nothing was ever paid in with */
async function findStart(db: Db, gateway: string): Promise<string | undefined> {
  const isRead = and(eq(settlements.gateway, gateway), eq(settlements.source, 'api'));
  const [last] = await db
    .select({ day: max(settlements.settledOn) })
    .from(settlements)
    .where(isRead);
  if (last?.day) return dayBefore(last.day, LATE_MS);
  const [first] = await queryRows<{ day: string | null }>(db)`
    select to_char(min(entry.moved_at) at time zone 'utc', 'YYYY-MM-DD') as day
    from ledger_accounts account join journal_entries entry on entry.account_id = account.id
    where account.type = 'processor' and account.key like ${`processor:${gateway}:%`}`;
  return first?.day ?? undefined;
}

async function readSettlement(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  gateway: string,
  told: ReportedSettlement,
): Promise<void> {
  const { id: settlement, listTransactions, ...sums } = told;
  const known = await findSettlement(db, gateway, settlement);
  if (known) {
    if (!isAsBooked(known, told))
      log.error(
        { gateway, settlement },
        'a settlement is told of with other sums than were booked',
      );
    return;
  }
  const transactions = await listTransactions();
  const booked = await inTransaction(db, (tx) =>
    bookSettlement(tx, { gateway, id: settlement, ...sums, transactions }, dateOf(clock)),
  );
  if (booked?.difference)
    log.error(
      { gateway, settlement, difference: String(booked.difference) },
      'a settlement lists other payments than the journal has',
    );
}

export const READ_SETTLEMENTS = 'read-settlements';

interface ReadJob {
  /** Undefined for the daily run. */
  readonly gateway?: string;
}

/** The daily run sends a job for each gateway, which reads its settlements, where it has an API, and compares its days. */
export async function runSettlementJob(deps: Deps, { gateway }: ReadJob): Promise<void> {
  const { db, jobs, settlementReaders } = deps;
  if (gateway !== undefined) {
    const reader = settlementReaders.find((one) => one.gateway === gateway);
    try {
      if (reader) await readSettlements(deps, reader);
    } finally {
      // What is overdue rings the alarm also while a gateway cannot be asked.
      await checkDays(deps, gateway);
    }
    return;
  }
  const paidInWith = await queryRows<{ gateway: string }>(db)`
    select distinct split_part(key, ':', 2) as gateway from ledger_accounts where type = 'processor'`;
  for (const one of paidInWith) await jobs.send(db, READ_SETTLEMENTS, one);
}

export function registerSettlementJobs(deps: Deps): void {
  const run = (data: unknown) => runSettlementJob(deps, data as ReadJob);
  deps.jobs.handle(READ_SETTLEMENTS, run, '37 6 * * *');
}
