import { and, gt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database.ts';

export const BATCH = 500;

/** @param read must return as many rows as the limit allows, because fewer end the reading */
export async function* readInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows: readonly Row[];
  let afterId = 0;
  do {
    rows = await read(afterId, BATCH);
    if (rows.length > 0) yield rows;
    afterId = rows.at(-1)?.id ?? afterId;
  } while (rows.length === BATCH);
}

/** The ids of the rows that meet the condition, the lowest first. */
export async function* idsInBatches(
  db: Db,
  table: PgTable & { readonly id: PgColumn },
  where: SQL | undefined,
): AsyncGenerator<number[]> {
  const id = sql`${table.id}`.mapWith(Number);
  const read = (after: number, limit: number) => {
    const rest = and(where, gt(table.id, after));
    return db.select({ id }).from(table).where(rest).orderBy(table.id).limit(limit);
  };
  for await (const rows of readInBatches(read)) yield rows.map((row) => row.id);
}

export async function changeInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
  change: (row: Row) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for await (const rows of readInBatches(read))
    for (const row of rows) if (await change(row)) changed += 1;
  return changed;
}
