import { lt, sql } from 'drizzle-orm';

import { DEVICE_GUESSERS_KEEP_MS, RISK_CROWD_WINDOW_MS } from '../../../contract/constants.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import { queryRows } from '../../db/query-rows.ts';
import { deviceGuessers } from '../../db/schema/giveaways.ts';
import type { Deps } from '../../deps.ts';

const BATCH_ROWS = 5_000;

/** Forgets where newcomers' guesses came from once no rule counts them, and who guessed on a device long ago. */
export async function sweepOrigins({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const isCounted = new Date(clock.now() - RISK_CROWD_WINDOW_MS).toISOString();
  const isOver = sql`(network is not null or link_of is not null) and created_at < ${isCounted}::timestamptz`;
  let forgotten: readonly object[];
  do {
    forgotten = await queryRows(
      db,
      sql`update guesses set network = null, link_of = null
          where id = any(array(select id from guesses where ${isOver} limit ${BATCH_ROWS})) returning id`,
    );
  } while (forgotten.length > 0);
  const oldest = new Date(clock.now() - DEVICE_GUESSERS_KEEP_MS);
  await deleteInBatches(db, deviceGuessers, lt(deviceGuessers.guessedAt, oldest));
}
