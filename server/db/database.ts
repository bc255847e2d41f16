import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';

import type { Config } from '../config/config.ts';
import { takeLockFile } from './lock-file.ts';
import { type PoolFigures, RecoveringPool } from './recovering-pool.ts';
import { type SlowStatements, watchSlowStatements } from './slow-statements.ts';

/** Either engine, and a transaction on either: use cases take this and never know which. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * What the job library needs: plain SQL with `$1` parameters. A statement with a name, which no other may have, is
 * planned once a connection, where the engine can.
 */
export type ExecuteSql = (
  text: string,
  values?: unknown[],
  name?: string,
) => Promise<{ rows: Record<string, unknown>[] }>;

export interface Database {
  readonly db: Db;
  readonly engine: 'pglite' | 'postgres';
  readonly executeSql: ExecuteSql;
  /** Does work that takes as long as it takes (migrations, proving the books) on a connection without time-outs. */
  unhurried<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** How its connections are used now; absent where there is but one. */
  readonly poolFigures?: () => PoolFigures;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;
/**
 * Each shorter than the next: the server gives up first and keeps the connection, the driver only when no
 * answer comes at all. A connection that has gone silent is found out within the last of them.
 */
export const LOCK_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 8_000;
const QUERY_TIMEOUT_MS = 9_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** After this the server ends a transaction whose node is not heard of any more, and its locks are free. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 8_000;
/**
 * After this it ends a connection of which nothing is heard. The pool gives up idle ones sooner, so only those are
 * left whose end never arrived: they would use up the server's places.
 */
export const IDLE_SESSION_TIMEOUT_MS = 60_000;
/** Connections are replaced now and then, so that after a failover none stays with the old server. */
const MAX_LIFETIME_SECONDS = 30 * 60;
const KEEPALIVE_AFTER_MS = 10_000;

interface PoolOptions {
  /** What the connections are called, where other nodes can see them. */
  readonly applicationName?: string | undefined;
  readonly max?: number;
  readonly slow?: SlowStatements;
  /** What time-outs are multiplied by: tests have less time than people. */
  readonly pace?: number;
}

/**
 * The database that the configuration names: PostgreSQL, or without its URL the embedded one.
 * @throws LockedError when another process has the embedded one open
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options?: PoolOptions,
): Promise<Database> => (databaseUrl ? openPostgres(databaseUrl, options) : openPglite(dataDir));

/** Any PostgreSQL, by its URL. Connects on first use. */
export function openPostgres(
  url: string,
  { max = MAX_CONNECTIONS, pace = 1, applicationName, slow }: PoolOptions = {},
): Database {
  const pool = new RecoveringPool({
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS * pace,
    lock_timeout: LOCK_TIMEOUT_MS * pace,
    statement_timeout: STATEMENT_TIMEOUT_MS * pace,
    query_timeout: QUERY_TIMEOUT_MS * pace,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS * pace,
    options: `-c idle_session_timeout=${IDLE_SESSION_TIMEOUT_MS * pace}`,
    // Statements that do not need each other's answers are sent together.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  });
  if (slow) pool.on('connect', (client) => watchSlowStatements(client, slow));
  return wrapPostgres(pool);
}

/** A pool of connections, as tests make one that breaks. */
export function wrapPostgres(pool: RecoveringPool): Database {
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    db: drizzlePg(pool),
    engine: 'postgres',
    executeSql: async (text, values, name) => {
      const result = await pool.query({ text, ...(values && { values }), ...(name && { name }) });
      return { rows: Array.isArray(result) ? [] : (result.rows as Record<string, unknown>[]) };
    },
    async unhurried(work) {
      const client = new pg.Client({ ...pool.options, ...NO_TIMEOUTS });
      // The statement that runs on it fails by itself; without a listener a connection that dies ends the process.
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(NO_DEFAULTS);
        return await work(drizzlePg(client));
      } finally {
        await client.end();
      }
    },
    poolFigures: () => pool.figures,
    close: () => pool.end(),
  };
}

/** Of a node that falls silent in the middle of it, long work frees its locks all the same. */
const NO_TIMEOUTS = {
  lock_timeout: 0,
  statement_timeout: 0,
  query_timeout: 0,
  options: '',
} as const satisfies pg.ClientConfig;

/** Behind a pooler, which keeps parameters of a greeting to itself, time-outs are the database's defaults. */
const NO_DEFAULTS = 'set lock_timeout = 0; set statement_timeout = 0; set idle_session_timeout = 0';

/**
 * The embedded database in `dataDir`. It has a single connection and does not
 * fsync, so it is for trying out, developing and tests.
 * @throws LockedError when another process has the folder open, since two would destroy each other's rows.
 */
async function openPglite(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const release = takeLockFile(join(dataDir, 'goodies.lock'));
  try {
    return wrapPglite(await PGlite.create(join(dataDir, 'pglite')), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** An already open embedded database, as tests load it from a snapshot. */
export function wrapPglite(client: PGlite, release: () => void = () => undefined): Database {
  const db = drizzlePglite({ client });
  return {
    db,
    engine: 'pglite',
    executeSql: async (text, values) => {
      if (values && values.length > 0)
        return { rows: (await client.query<Record<string, unknown>>(text, values)).rows };
      const results = await client.exec(text);
      return { rows: results.at(-1)?.rows ?? [] };
    },
    unhurried: (work) => work(db),
    close: async () => {
      await client.close();
      release();
    },
  };
}
