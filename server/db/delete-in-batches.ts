import { and, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';
import { queryRows } from './query-rows.ts';

const BATCH_ROWS = 5_000;

/**
 * Deletes rows, some at a time, each time in a transaction of its own: what has piled up for months neither takes
 * longer than a statement may, nor keeps others waiting.
 * @param batchRows how many at a time
 * @returns how many there were
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  batchRows: number = BATCH_ROWS,
): Promise<number> {
  let total = 0;
  let deleted: number;
  do {
    const some = sql`ctid = any(array(select ctid from ${table} where ${where} limit ${batchRows}))`;
    // Asked again of the row itself: it may have changed since it was found.
    const [gone] = await queryRows<{ n: number }>(
      db,
      sql`with gone as (delete from ${table} where ${and(some, where)} returning 1)
          select count(*)::int as n from gone`,
    );
    deleted = gone?.n ?? 0;
    total += deleted;
  } while (deleted > 0);
  return total;
}
