import { lt, sql } from 'drizzle-orm';

import { PROOFS_KEEP_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { queryRows } from '../db/query-rows.ts';
import { bookProofs } from '../db/schema/trust.ts';
import type { Deps } from '../deps.ts';
import { checkBooks, faultsOf } from '../ledger/check-books.ts';
import { readSums } from './read-sums.ts';
import { readTrust } from './read-trust.ts';

/** The next run begins while a long one goes on, on this node or another. */
const PROOF_LOCK = 7_064_229;

/**
 * Proves every invariant of the books and keeps what came of it, good or bad, for everybody to see. What breaks
 * them goes to the log alone: it may name people. However long it takes; one proof runs at a time.
 * @param freshMs a proof that is younger is proof enough
 */
export const proveBooks = (
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  freshMs = 0,
): Promise<void> =>
  deps.database.unhurried(async (db) => {
    const [lock] = await queryRows<{ is_taken: boolean }>(
      db,
      sql`select pg_try_advisory_lock(${PROOF_LOCK}) as is_taken`,
    );
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
  const faults = faultsOf(lines);
  if (faults.length > 0) log.error({ faults }, 'the books are not clean');
  const provedAt = dateOf(clock);
  await db.insert(bookProofs).values({
    provedAt,
    tookMs: clock.now() - begunMs,
    isClean: faults.length === 0,
    checks: lines.map(({ name, checked, broken }) => ({ name, checked, broken: broken.length })),
    money,
  });
  const oldest = new Date(provedAt.getTime() - PROOFS_KEEP_MS);
  await deleteInBatches(db, bookProofs, lt(bookProofs.provedAt, oldest));
}
