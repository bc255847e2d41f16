import { fileURLToPath } from 'node:url';

import { sql } from 'drizzle-orm';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';

import type { Database } from './database.ts';

/** Several nodes may start together, and the lock lets one migrate at a time. */
const MIGRATION_LOCK = 7_064_226;

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
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migratePg(db as unknown as Parameters<typeof migratePg>[0], config);
  });
}

export const migrationsFolder = (): string =>
  fileURLToPath(new URL('./migrations', import.meta.url));
