import { and, isNull, lt } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { exchangeQuotes } from '../db/schema/exchange.ts';
import type { Deps } from '../deps.ts';

const QUEUE = 'sweep-quotes';
const NIGHTLY = '37 3 * * *';
/** Quotes that came to nothing stay this long for looking into complaints. */
const KEEP_MS = DAY_MS;

/** Deletes quotes that expired unused; those that were used are what the books are proved by. */
export async function sweepQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEEP_MS);
  const isOver = and(isNull(exchangeQuotes.usedAt), lt(exchangeQuotes.expiresAt, before));
  await deleteInBatches(db, exchangeQuotes, isOver);
}

export function registerExchangeJobs(deps: Deps): void {
  deps.jobs.handle(QUEUE, () => sweepQuotes(deps), NIGHTLY);
}
