import { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';

import { wrapPglite } from './database.ts';
import { hasChanged } from './query-rows.ts';
import { inTransaction } from './transaction.ts';

it('tells whether a statement has met a row', async () => {
  const database = wrapPglite(await PGlite.create());
  const { db } = database;
  await db.execute(sql`create table things (id int primary key)`);
  const things = pgTable('things', { id: integer('id').primaryKey() });
  await inTransaction(db, async (tx) => {
    const add = tx.insert(things).values({ id: 1 }).onConflictDoNothing();
    expect(await hasChanged(add)).toBe(true);
    expect(await hasChanged(add)).toBe(false);
    const rename = tx.update(things).set({ id: 2 }).where(eq(things.id, 1));
    expect(await hasChanged(rename)).toBe(true);
    expect(await hasChanged(rename)).toBe(false);
    const remove = tx.delete(things).where(eq(things.id, 2));
    expect(await hasChanged(remove)).toBe(true);
    expect(await hasChanged(remove)).toBe(false);
  });
  await database.close();
});
