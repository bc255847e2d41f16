import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

import type { Db } from './database.ts';

/** A moment as the API writes it. */
export const isoOf = (moment: SQL): SQL =>
  sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A tag for statements. The driver returns integers as numbers, bigint and timestamps as text. */
export const queryRows =
  <Row extends object>(db: Db) =>
  async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const result: unknown = await db.execute(sql(text, ...values));
    return (result as { rows: Row[] }).rows;
  };

/** Whether an insert, update or delete has met a row, as either driver counts them. */
export async function hasChanged(statement: PromiseLike<unknown>): Promise<boolean> {
  const counted = (await statement) as { rowCount?: number | null; affectedRows?: number };
  return (counted.rowCount ?? counted.affectedRows ?? 0) > 0;
}

export type PreparedRows<Values extends Readonly<Record<string, unknown>>, Row extends object> = (
  db: Db,
  values: Values,
) => Promise<Row[]>;

/** `name` must be unique; bigint and timestamps come as text, as the driver reads them. */
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
