import { desc, eq, lt, sql } from 'drizzle-orm';

import { REFUND_BY_MS } from '../../contract/constants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { Money, Proof, RefundClock } from '../../contract/rewards/trust.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { queryRows } from '../db/query-rows.ts';
import { bookProofs } from '../db/schema/operations.ts';
import type { Deps } from '../deps.ts';
import { type BookLine, checkBooks, faultsOf } from '../ledger/check-books.ts';
import {
  addPrizes,
  type Checkpoint,
  makeCheckpoint,
  readCheckpoint,
  readPrizes,
} from './book-checkpoint.ts';

export const PROVE_EVERY_MS = HOUR_MS;
const PROOFS_KEEP_MS = 30 * DAY_MS;

const PROOF_LOCK = 7_064_229;

/**
 * Proves the books and stores the result for the public page; details go to the log only, because they may contain
 * personal data. One proof runs at a time.
 * @param freshMs a younger result is good enough
 */
export const proveBooks = (deps: ProofDeps, freshMs = 0): Promise<void> =>
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

/** As long as all rules are checked within this time, they are at each proof. */
const WHOLE_WITHIN_MS = MINUTE_MS;
/** Else only this often, and in between the journal alone, from its checkpoint on. */
const WHOLE_EVERY_MS = DAY_MS;
const CHECKPOINT_EVERY_MS = DAY_MS;

type Checks = Proof['checks'];

interface Outcome {
  readonly checks: Checks;
  /** Undefined for this proof itself. */
  readonly wholeAt?: Date;
  readonly prizes: Readonly<Record<string, string>>;
}

type Whole = typeof bookProofs.$inferSelect;

/** The last proof of all rules. */
const readLastWhole = async (db: Db): Promise<Whole | undefined> =>
  (
    await db
      .select()
      .from(bookProofs)
      .where(eq(bookProofs.wholeAt, bookProofs.provedAt))
      .orderBy(desc(bookProofs.id))
      .limit(1)
  )[0];

const checksOf = (lines: readonly BookLine[]): Checks =>
  lines.map(({ name, checked, broken }) => ({ name, checked, broken: broken.length }));

const mayStartThere = (whole: Whole | undefined, clock: Deps['clock']): boolean =>
  whole !== undefined &&
  whole.isClean &&
  whole.tookMs > WHOLE_WITHIN_MS &&
  clock.now() - whole.provedAt.getTime() < WHOLE_EVERY_MS;

/** Proves the journal from its checkpoint on. @returns undefined where it is not clean */
async function proveSince(
  db: Db,
  log: Deps['log'],
  checkpoint: Checkpoint,
  whole: Whole,
): Promise<Outcome | undefined> {
  const lines = await checkBooks(db, checkpoint);
  const faults = faultsOf(lines);
  if (faults.length > 0) {
    log.warn({ faults }, 'the journal is not clean since its checkpoint, so all rules are checked');
    return undefined;
  }
  const now = new Map(checksOf(lines).map((check) => [check.name, check]));
  return {
    checks: whole.checks.map((check) => now.get(check.name) ?? check),
    wholeAt: whole.provedAt,
    prizes: addPrizes(checkpoint.prizes, await readPrizes(db, checkpoint.lastEntry)),
  };
}

async function proveAll(db: Db, log: Deps['log']): Promise<Outcome> {
  const lines = await checkBooks(db);
  const faults = faultsOf(lines);
  if (faults.length > 0) log.error({ faults }, 'the books are not clean');
  return {
    checks: checksOf(lines),
    prizes: addPrizes({}, await readPrizes(db, 0)),
  };
}

type ProofDeps = Pick<Deps, 'db' | 'database' | 'clock' | 'log' | 'secrets'>;

async function prove(db: Db, deps: ProofDeps): Promise<void> {
  const { clock, log } = deps;
  const begunMs = clock.now();
  const reader = await deps.database.findReader(db);
  const checkpoint = await readCheckpoint(reader, log);
  const whole = await readLastWhole(reader);
  const startsThere = checkpoint && whole && mayStartThere(whole, clock);
  const since = startsThere ? await proveSince(reader, log, checkpoint, whole) : undefined;
  const { checks, wholeAt, prizes } = since ?? (await proveAll(reader, log));
  const money = await readSums(reader, prizes);
  const refundClock = await readRefundClock(reader, dateOf(clock));
  const provedAt = dateOf(clock);
  const isClean = checks.every(({ broken }) => broken === 0);
  await db.insert(bookProofs).values({
    provedAt,
    tookMs: clock.now() - begunMs,
    isClean,
    checks,
    money,
    refundClock,
    wholeAt: wholeAt ?? provedAt,
  });
  const oldest = new Date(provedAt.getTime() - PROOFS_KEEP_MS);
  await deleteInBatches(db, bookProofs, lt(bookProofs.provedAt, oldest));
  if (!isClean) return;
  // What does not fit books that are clean is made anew.
  const kept = startsThere && !since ? undefined : checkpoint;
  const ageMs = kept ? clock.now() - kept.madeAt.getTime() : Infinity;
  if (ageMs >= CHECKPOINT_EVERY_MS) await makeCheckpoint(db, deps, begunMs, kept);
}

/** Minor units, as text. */
interface Row extends Record<Exclude<keyof Money, 'currency' | 'prizes'>, string> {
  readonly currency: Money['currency'];
}

/**
 * Reads every account, so only a job may call it. What processors have paid out to the bank, or kept as their fees,
 * was paid in. @param prizes by currency, in minor units
 */
export async function readSums(db: Db, prizes: Readonly<Record<string, string>>): Promise<Money[]> {
  const rows = await queryRows<Row>(db)`
    select currency,
      -coalesce(sum(balance) filter (where type in ('processor', 'bank', 'fees_paid')), 0) as paid_in,
      coalesce(sum(balance) filter (where type in ('wallet', 'unclaimed')), 0) as in_wallets,
      coalesce(sum(balance) filter (where type in ('escrow', 'pool')), 0) as in_vouchers,
      coalesce(sum(balance) filter (where type in ('payout', 'rail_fees', 'supplier')), 0) as paid_out,
      coalesce(sum(balance) filter (where type in ('fees', 'losses')), 0) as fees
    from ledger_accounts group by 1 order by 1`;
  const major = (minor: string): number => minorToMajor(BigInt(minor));
  return rows.map(({ currency, ...sums }) => ({
    currency,
    paid_in: major(sums.paid_in),
    in_wallets: major(sums.in_wallets),
    in_vouchers: major(sums.in_vouchers),
    paid_out: major(sums.paid_out),
    fees: major(sums.fees),
    prizes: major(prizes[currency] ?? '0'),
  }));
}

export async function readTrust(db: Db): Promise<Proof | null> {
  const [proof] = await db
    .select()
    .from(bookProofs)
    .orderBy(desc(bookProofs.provedAt), desc(bookProofs.id))
    .limit(1);
  if (!proof) return null;
  const { provedAt, isClean, tookMs, checks, money, refundClock, wholeAt } = proof;
  return {
    proved_at: provedAt.toISOString(),
    is_clean: isClean,
    took_ms: tookMs,
    checks,
    money,
    ...(wholeAt && { whole_at: wholeAt.toISOString() }),
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
