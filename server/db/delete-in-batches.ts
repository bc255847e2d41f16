import { and, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';
import { queryRows } from './query-rows.ts';

const BATCH_ROWS = 5_000;

/** Each batch is a short transaction of its own, so that it does not keep other requests waiting. */
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
    // The row may have changed since it was found, so the condition is checked again.
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
