import { desc, eq } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

import type { Db } from '../../db/database.ts';

type OwnedTable = PgTable & Readonly<Record<'id' | 'userId', PgColumn>>;

/** Reads a user's rows of a table, newest first. @param fields what of them, by the names that it has outside */
export async function readOwnRows<Fields extends SelectedFields>(
  db: Db,
  userId: number,
  table: OwnedTable,
  fields: Fields,
): Promise<SelectResultFields<Fields>[]> {
  const own = db.select(fields as SelectedFields).from(table);
  const rows = await own.where(eq(table.userId, userId)).orderBy(desc(table.id));
  return rows as unknown as SelectResultFields<Fields>[];
}
