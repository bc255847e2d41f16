import { lt } from 'drizzle-orm';

import { PROOFS_KEEP_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { bookProofs } from '../db/schema/trust.ts';
import type { Deps } from '../deps.ts';
import { checkBooks, faultsOf } from '../ledger/check-books.ts';
import { readSums } from './read-sums.ts';

/**
 * Proves every invariant of the books and keeps what came of it, good or bad, for everybody to see. What breaks
 * them goes to the log alone: it may name people. However long it takes; run twice, it is proved twice.
 */
export async function proveBooks({
  database,
  db,
  clock,
  log,
}: Pick<Deps, 'database' | 'db' | 'clock' | 'log'>): Promise<void> {
  const begunMs = clock.now();
  const { lines, money } = await database.unhurried(async (unhurried) => ({
    lines: await checkBooks(unhurried),
    money: await readSums(unhurried),
  }));
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
