import { desc, lt, sql } from 'drizzle-orm';

import { REFUND_BY_MS } from '../../contract/constants.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { Money, Proof, RefundClock } from '../../contract/rewards/trust.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { queryRows } from '../db/query-rows.ts';
import { bookProofs } from '../db/schema/operations.ts';
import type { Deps } from '../deps.ts';
import { checkBooks, faultsOf } from '../ledger/check-books.ts';

export const PROVE_EVERY_MS = HOUR_MS;
const PROOFS_KEEP_MS = 30 * DAY_MS;

const PROOF_LOCK = 7_064_229;

/**
 * Checks every invariant of the books and stores the result for the public page; details go to the log only, because
 * they may contain personal data. One check runs at a time.
 * @param freshMs a younger result is good enough
 */
export const proveBooks = (
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  freshMs = 0,
): Promise<void> =>
  deps.database.unhurried(async (db) => {
    const [lock] = await queryRows<{ is_taken: boolean }>(db)`
      select pg_try_advisory_lock(${PROOF_LOCK}) as is_taken`;
    if (!lock?.is_taken) return;
    try {
      const last = await readTrust(db);
      const ageMs = last ? deps.clock.now() - Date.parse(last.proved_at) : Infinity;
      if (ageMs >= freshMs) await prove(db, deps);
    } finally {
      await db.execute(sql`select pg_advisory_unlock(${PROOF_LOCK})`);
    }
  });

async function prove(db: Db, { clock, log }: Pick<Deps, 'clock' | 'log'>): Promise<void> {
  const begunMs = clock.now();
  const lines = await checkBooks(db);
  const money = await readSums(db);
  const refundClock = await readRefundClock(db, dateOf(clock));
  const faults = faultsOf(lines);
  if (faults.length > 0) log.error({ faults }, 'the books are not clean');
  const provedAt = dateOf(clock);
  await db.insert(bookProofs).values({
    provedAt,
    tookMs: clock.now() - begunMs,
    isClean: faults.length === 0,
    checks: lines.map(({ name, checked, broken }) => ({ name, checked, broken: broken.length })),
    money,
    refundClock,
  });
  const oldest = new Date(provedAt.getTime() - PROOFS_KEEP_MS);
  await deleteInBatches(db, bookProofs, lt(bookProofs.provedAt, oldest));
}

/** Minor units, as text. */
interface Row extends Record<Exclude<keyof Money, 'currency'>, string> {
  readonly currency: Money['currency'];
}

/**
 * Reads every account and prize, so only a job may call it. A prize that was taken back is a refund and does not
 * count. What processors have paid out to the bank, or kept as their fees, was paid in.
 */
export async function readSums(db: Db): Promise<Money[]> {
  const rows = await queryRows<Row>(db)`
    with won as (
      select entry.currency, sum(entry.amount) as prizes
      from journal_transactions moved
      join journal_entries entry on entry.transaction_id = moved.id
      join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
      where moved.kind = 'voucher_win' or moved.kind = 'voucher_refund' and entry.amount < 0 group by 1
    )
    select account.currency,
      -coalesce(sum(account.balance) filter (where type in ('processor', 'bank', 'fees_paid')), 0) as paid_in,
      coalesce(sum(account.balance) filter (where type in ('wallet', 'unclaimed')), 0) as in_wallets,
      coalesce(sum(account.balance) filter (where type in ('escrow', 'pool')), 0) as in_vouchers,
      coalesce(sum(account.balance) filter (where type in ('payout', 'rail_fees', 'supplier')), 0) as paid_out,
      coalesce(sum(account.balance) filter (where type in ('fees', 'losses')), 0) as fees,
      coalesce(max(won.prizes), 0) as prizes
    from ledger_accounts account left join won on won.currency = account.currency
    group by 1 order by 1`;
  const major = (minor: string): number => minorToMajor(BigInt(minor));
  return rows.map(({ currency, ...sums }) => ({
    currency,
    paid_in: major(sums.paid_in),
    in_wallets: major(sums.in_wallets),
    in_vouchers: major(sums.in_vouchers),
    paid_out: major(sums.paid_out),
    fees: major(sums.fees),
    prizes: major(sums.prizes),
  }));
}

export async function readTrust(db: Db): Promise<Proof | null> {
  const [proof] = await db
    .select()
    .from(bookProofs)
    .orderBy(desc(bookProofs.provedAt), desc(bookProofs.id))
    .limit(1);
  if (!proof) return null;
  const { provedAt, isClean, tookMs, checks, money, refundClock } = proof;
  return {
    proved_at: provedAt.toISOString(),
    is_clean: isClean,
    took_ms: tookMs,
    checks,
    money,
    ...(refundClock && { refund_clock: refundClock }),
  };
}

const CLOCK_WINDOW_MS = 30 * DAY_MS;
/** From the provider's word until the money is in the wallet. */
const REFUND_WITHIN_MS = 30 * SECOND_MS;

/**
 * How many of the failed purchases and withdrawals came back in time: within 30 s of the provider's word, or within
 * 24 hours of their beginning where no word came. One that is open for longer has not met its clock.
 */
export async function readRefundClock(db: Db, now: Date): Promise<RefundClock> {
  const since = new Date(now.getTime() - CLOCK_WINDOW_MS).toISOString();
  const overdueSince = new Date(now.getTime() - REFUND_BY_MS).toISOString();
  const [counts] = await queryRows<{ met: string; all: string }>(db)`
    select count(*) as all, count(*) filter (where case
      when status <> 'failed' then false
      when told_failed_at is not null
        then updated_at <= told_failed_at + ${REFUND_WITHIN_MS} * interval '1 ms'
      else updated_at <= created_at + ${REFUND_BY_MS} * interval '1 ms' end) as met
    from (
      select status, created_at, updated_at, told_failed_at from payouts
      union all select status, created_at, updated_at, told_failed_at from purchases
    ) each
    where (status = 'failed' and updated_at > ${since}::timestamptz)
      or (status in ('pending', 'processing') and created_at < ${overdueSince}::timestamptz)`;
  return { met: Number(counts?.met ?? 0), all: Number(counts?.all ?? 0), since };
}

const PROVE_BOOKS = 'prove-books';
/** A run with a recent result does nothing, so a new server has its first within minutes. */
const EVERY_FIVE_MINUTES = '*/5 * * * *';

export function registerTrustJobs(deps: Deps): void {
  deps.jobs.handle(PROVE_BOOKS, () => proveBooks(deps, PROVE_EVERY_MS), EVERY_FIVE_MINUTES);
}
