import { fileURLToPath } from 'node:url';

import { sql } from 'drizzle-orm';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';

import type { Database } from './database.ts';

/** One node migrates at a time; any number of them may start together. */
const MIGRATION_LOCK = 7_064_226;

/** Brings the database to the newest schema. Safe to run on every start and on several nodes at once. */
export async function migrate(
  database: Database,
  folder: string = migrationsFolder(),
): Promise<void> {
  const config = { migrationsFolder: folder };
  if (database.engine === 'pglite') {
    await migratePglite(database.db as unknown as Parameters<typeof migratePglite>[0], config);
    return;
  }
  await database.db.transaction(async (tx) => {
    // Held until this transaction ends; the migrator itself works on another connection of the pool.
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await migratePg(database.db as unknown as Parameters<typeof migratePg>[0], config);
  });
}

/** Beside this file when run from source, beside the bundle when built. */
export const migrationsFolder = (): string =>
  fileURLToPath(new URL('./migrations', import.meta.url));
