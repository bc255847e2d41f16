import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';

import { takeLockFile } from './lock-file.ts';
import { RecoveringPool } from './recovering-pool.ts';

/** Either engine, and a transaction on either: use cases take this and never know which. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** What the job library needs: plain SQL with `$1` parameters. */
export type ExecuteSql = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[] }>;

export interface Database {
  readonly db: Db;
  readonly engine: 'pglite' | 'postgres';
  readonly executeSql: ExecuteSql;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Any PostgreSQL, by its URL. Connects on first use.
 * @param applicationName what its connections are called, where other nodes can see them
 */
export const openPostgres = (url: string, applicationName?: string): Database =>
  wrapPostgres(
    new RecoveringPool({
      connectionString: url,
      application_name: applicationName,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    }),
  );

/** A pool of connections, as tests make one that breaks. */
export function wrapPostgres(pool: RecoveringPool): Database {
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    db: drizzlePg(pool),
    engine: 'postgres',
    executeSql: async (text, values) => {
      const result = await pool.query(text, values);
      return { rows: Array.isArray(result) ? [] : (result.rows as Record<string, unknown>[]) };
    },
    close: () => pool.end(),
  };
}

/**
 * The embedded database in `dataDir`, or in memory without one. It has a single connection and does not
 * fsync, so it is for trying out, developing and tests.
 * @throws LockedError when another process has the folder open, since two would destroy each other's rows.
 */
export async function openPglite(dataDir?: string): Promise<Database> {
  let release = (): void => undefined;
  let path: string | undefined;
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true });
    release = takeLockFile(join(dataDir, 'goodies.lock'));
    path = join(dataDir, 'pglite');
  }
  try {
    const client = await (path === undefined ? PGlite.create() : PGlite.create(path));
    return wrapPglite(client, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** An already open embedded database, as tests load it from a snapshot. */
export function wrapPglite(client: PGlite, release: () => void = () => undefined): Database {
  return {
    db: drizzlePglite({ client }),
    engine: 'pglite',
    executeSql: async (text, values) => {
      if (values && values.length > 0)
        return { rows: (await client.query<Record<string, unknown>>(text, values)).rows };
      const results = await client.exec(text);
      return { rows: results.at(-1)?.rows ?? [] };
    },
    close: async () => {
      await client.close();
      release();
    },
  };
}
