import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';

/** A statement that is written once and planned once a connection. */
export type PreparedRows<Values extends Readonly<Record<string, unknown>>, Row extends object> = (
  db: Db,
  values: Values,
) => Promise<Row[]>;

/**
 * Prepares a statement that the query builder cannot say; its values are `sql.placeholder`s. For what is asked so
 * often that writing and planning it each time would be most of its cost.
 * @param name its name on a connection, which no other statement may have
 * @returns a function that runs it; it gives rows as the driver reads them: integers as numbers, bigint and timestamps
 * as text.
 */
export function prepareRows<Values extends Readonly<Record<string, unknown>>, Row extends object>(
  name: string,
  statement: SQL,
): PreparedRows<Values, Row> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const prepared = db._.session.prepareQuery(query, undefined, name, false);
    const result: unknown = await prepared.execute(values);
    return (result as { rows: Row[] }).rows;
  };
}
