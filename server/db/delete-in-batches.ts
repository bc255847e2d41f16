import { and, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';
import { queryRows } from './query-rows.ts';

const BATCH_ROWS = 5_000;

/**
 * Each batch is a short transaction of its own, so that it does not keep other requests waiting.
 * @param change a statement that changes at most so many rows, and none in the end, and returns something for each
 */
export async function repeatInBatches(
  db: Db,
  change: (rows: number) => SQL,
  batchRows: number = BATCH_ROWS,
): Promise<number> {
  let total = 0;
  let changed: number;
  do {
    const [counted] = await queryRows<{ n: number }>(db)`
      with changed as (${change(batchRows)}) select count(*)::int as n from changed`;
    changed = counted?.n ?? 0;
    total += changed;
  } while (changed > 0);
  return total;
}

export function deleteInBatches(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  batchRows?: number,
): Promise<number> {
  const someOf = (rows: number): SQL =>
    sql`ctid = any(array(select ctid from ${table} where ${where} limit ${rows}))`;
  // The row may have changed since it was found, so the condition is checked again.
  const remove = (rows: number): SQL =>
    sql`delete from ${table} where ${and(someOf(rows), where)} returning 1`;
  return repeatInBatches(db, remove, batchRows);
}
