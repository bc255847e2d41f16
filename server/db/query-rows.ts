import type { SQL } from 'drizzle-orm';

import type { Db } from './database.ts';

/** The driver returns integers as numbers, bigint and timestamps as text. */
export async function queryRows<Row extends object>(db: Db, statement: SQL): Promise<Row[]> {
  const result: unknown = await db.execute(statement);
  return (result as { rows: Row[] }).rows;
}
