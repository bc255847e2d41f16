import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';

import type { Config } from '../config/config.ts';
import { listenAlso } from './changes.ts';
import { listen, type Listener } from './listen.ts';
import { takeLockFile } from './lock-file.ts';
import { type PoolFigures, RecoveringPool } from './recovering-pool.ts';
import { type SlowStatements, watchSlowStatements } from './slow-statements.ts';
import { Standby } from './standby.ts';

export type Db = PgDatabase<PgQueryResultHKT>;

/** A named statement is planned once for each session, and its name must be unique. */
export type ExecuteSql = (
  text: string,
  values?: unknown[],
  name?: string,
) => Promise<{ rows: Record<string, unknown>[] }>;

export interface Database {
  readonly db: Db;
  /** One session that stays, by which the database sees that this process lives. */
  readonly presence: Db;
  readonly engine: 'pglite' | 'postgres';
  readonly executeSql: ExecuteSql;
  /** Runs long work, such as migrations, in a session of its own without timeouts. */
  unhurried<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Where to read what may take long: a standby that has all that was committed before this call.
   * @param otherwise where there is none, or it is away or behind
   */
  findReader(otherwise: Db): Promise<Db>;
  /** Hears what any node sends to a channel; undefined where there is one node only. @returns ends it */
  readonly listen?: (channel: string, listener: Listener) => () => Promise<void>;
  readonly poolFigures?: () => PoolFigures;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;
/** Each is shorter than the next, so that the server gives up first and the connection survives. */
export const LOCK_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 8_000;
const QUERY_TIMEOUT_MS = 9_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** After this time the server ends the transaction of a dead node and frees its locks. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 8_000;
/** The pool closes idle connections sooner, so only those of dead nodes reach this limit. */
export const IDLE_SESSION_TIMEOUT_MS = 60_000;
/** After a failover no connection may stay with the old server. */
const MAX_LIFETIME_SECONDS = 30 * 60;
const KEEPALIVE_AFTER_MS = 10_000;

interface PoolOptions {
  readonly applicationName?: string | undefined;
  readonly max?: number;
  readonly slow?: SlowStatements;
  readonly pace?: number;
  /** The same database where `url` pools by transaction: for sessions, and then no statement gets a name. */
  readonly directUrl?: string | undefined;
  readonly standbyUrl?: string | undefined;
}

/** @throws LockedError when another process has the embedded database open */
export const openDatabase = async (
  {
    databaseUrl,
    directDatabaseUrl: directUrl,
    standbyDatabaseUrl: standbyUrl,
    dataDir,
  }: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'standbyDatabaseUrl' | 'dataDir'>,
  options?: Omit<PoolOptions, 'directUrl' | 'standbyUrl'>,
): Promise<Database> =>
  databaseUrl
    ? openPostgres(databaseUrl, { ...options, directUrl, standbyUrl })
    : openPglite(dataDir);

export function openPostgres(
  url: string,
  {
    max = MAX_CONNECTIONS,
    pace = 1,
    applicationName,
    slow,
    directUrl,
    standbyUrl,
  }: PoolOptions = {},
): Database {
  const options = {
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS * pace,
    lock_timeout: LOCK_TIMEOUT_MS * pace,
    statement_timeout: STATEMENT_TIMEOUT_MS * pace,
    query_timeout: QUERY_TIMEOUT_MS * pace,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS * pace,
    options: `-c idle_session_timeout=${IDLE_SESSION_TIMEOUT_MS * pace}`,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  };
  const pool = new RecoveringPool(options, { hasSessions: directUrl === undefined });
  if (slow) pool.on('connect', (client) => watchSlowStatements(client, slow));
  const sessions =
    directUrl === undefined ? undefined : { ...options, connectionString: directUrl };
  return wrapPostgres(pool, sessions, standbyUrl);
}

/** @param sessions how to reach a session where the pool's connections are none */
export function wrapPostgres(
  pool: RecoveringPool,
  sessions?: pg.PoolConfig,
  standbyUrl?: string,
): Database {
  const standby = standbyUrl === undefined ? undefined : new Standby(standbyUrl);
  const present = sessions ? new RecoveringPool({ ...sessions, ...ONE_THAT_STAYS }) : pool;
  // Without a listener, a connection that dies while idle would end the process.
  for (const one of new Set([pool, present])) one.on('error', () => undefined);
  const db = drizzlePg(pool);
  return {
    db,
    presence: present === pool ? db : drizzlePg(present),
    engine: 'postgres',
    executeSql: async (text, values, name) => {
      const result = await pool.query({ text, ...(values && { values }), ...(name && { name }) });
      return { rows: Array.isArray(result) ? [] : (result.rows as Record<string, unknown>[]) };
    },
    async unhurried(work) {
      const client = new pg.Client({ ...(sessions ?? pool.options), ...NO_TIMEOUTS });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(NO_DEFAULTS);
        const session = drizzlePg(client);
        listenAlso(db, session);
        return await work(session);
      } finally {
        await client.end();
      }
    },
    async findReader(otherwise) {
      if (!standby) return otherwise;
      const { rows } = await pool.query<{ lsn: string }>(
        'select pg_current_wal_insert_lsn() as lsn',
      );
      return (rows[0] && (await standby.upTo(rows[0].lsn))) ?? otherwise;
    },
    listen: (channel, listener) => listen(sessions ?? pool.options, channel, listener),
    poolFigures: () => pool.figures,
    close: async () => {
      await Promise.all([...new Set([pool, present])].map((one) => one.end()));
      await standby?.close();
    },
  };
}

const ONE_THAT_STAYS = {
  max: 1,
  idleTimeoutMillis: 0,
  maxLifetimeSeconds: 0,
} as const satisfies pg.PoolConfig;

/** The timeout of idle transactions stays, so that a dead node's locks are freed. */
const NO_TIMEOUTS = {
  lock_timeout: 0,
  statement_timeout: 0,
  query_timeout: 0,
  options: '',
} as const satisfies pg.ClientConfig;

/** A pooler drops startup parameters, so the database's default timeouts would apply. */
const NO_DEFAULTS = 'set lock_timeout = 0; set statement_timeout = 0; set idle_session_timeout = 0';

/** It has one connection and does not fsync, so it is for development and tests only. */
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

export function wrapPglite(client: PGlite, release: () => void = () => undefined): Database {
  const db = drizzlePglite({ client });
  return {
    db,
    presence: db,
    engine: 'pglite',
    executeSql: async (text, values) => {
      if (values && values.length > 0)
        return { rows: (await client.query<Record<string, unknown>>(text, values)).rows };
      const results = await client.exec(text);
      return { rows: results.at(-1)?.rows ?? [] };
    },
    unhurried: (work) => work(db),
    findReader: async (otherwise) => otherwise,
    close: async () => {
      await client.close();
      release();
    },
  };
}
