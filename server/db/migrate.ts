import { fileURLToPath } from 'node:url';

import { sql } from 'drizzle-orm';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';

import type { Database } from './database.ts';

/** One node migrates at a time; any number of them may start together. */
const MIGRATION_LOCK = 7_064_226;

/**
 * Brings the database to the newest schema, however long that takes: a table that is full takes longer to change
 * than any request may. Safe to run on every start and on several nodes at once.
 */
export async function migrate(
  database: Database,
  folder: string = migrationsFolder(),
): Promise<void> {
  const config = { migrationsFolder: folder };
  await database.unhurried(async (db) => {
    if (database.engine === 'pglite') {
      await migratePglite(db as unknown as Parameters<typeof migratePglite>[0], config);
      return;
    }
    // Held by this connection, which ends with the work.
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migratePg(db as unknown as Parameters<typeof migratePg>[0], config);
  });
}

/** Beside this file when run from source, beside the bundle when built. */
export const migrationsFolder = (): string =>
  fileURLToPath(new URL('./migrations', import.meta.url));
