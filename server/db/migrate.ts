import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';

import type { Database, Db } from './database.ts';
import { queryRows } from './query-rows.ts';
import { sqlStateOf } from './transaction.ts';

const MIGRATION_LOCK = 7_064_226;
const LOCK_POLL_MS = 200;
/** Requests that queue behind a waiting migration wait no longer than this. */
const LOCK_TIMEOUT_MS = 2_000;
const TRIES = 10;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/** A lock timeout and a deadlock. */
const RETRYABLE: ReadonlySet<string> = new Set(['55P03', '40P01']);

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly tag: string;
  /** Milliseconds since 1970, by which drizzle's table knows it. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
}

interface MigrateOptions {
  readonly tries?: number;
  readonly firstPauseMs?: number;
  readonly onApplied?: (tag: string) => void;
}

export const migrationsFolder = (): string =>
  fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Applies what the database lacks, one migration after the other, while nodes serve. It may be interrupted and run
 * again; a second caller waits for the first.
 * @throws MigrationError when a lock is not free in any try; what was applied before stays
 */
export async function migrate(
  database: Pick<Database, 'unhurried'>,
  folder: string = migrationsFolder(),
  { tries = TRIES, firstPauseMs = FIRST_PAUSE_MS, onApplied }: MigrateOptions = {},
): Promise<void> {
  await database.unhurried(async (db) => {
    while (!(await tryLock(db))) await pause(LOCK_POLL_MS);
    await db.execute(sql`create schema if not exists drizzle`);
    await db.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    for (const migration of await listMissing(db, folder)) {
      for (let attempt = 1; !(await tryToApply(db, migration, attempt >= tries)); attempt += 1)
        await pause(Math.min(firstPauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS));
      onApplied?.(migration.tag);
    }
  });
}

/**
 * A database that is ahead of this build is fine, because nodes are replaced one by one.
 * @throws MigrationError when the database lacks a migration that this build has
 */
export async function assertMigrated(db: Db, folder: string = migrationsFolder()): Promise<void> {
  const [table] = await queryRows<{ exists: boolean }>(db)`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  const missing = table?.exists ? await listMissing(db, folder) : readMigrations(folder);
  if (missing.length === 0) return;
  throw new MigrationError(
    `the database lacks ${missing.length} of this build's migrations, from ${missing[0]?.tag} on; run 'npm run migrate' (node dist/server/migrate.js), then start again`,
  );
}

/** A waiting `pg_advisory_lock` would have a snapshot, and a concurrent index waits for the end of each. */
async function tryLock(db: Db): Promise<boolean> {
  const [lock] = await queryRows<{ taken: boolean }>(db)`
    select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`;
  return lock?.taken ?? false;
}

async function listMissing(db: Db, folder: string): Promise<readonly Migration[]> {
  const [applied] = await queryRows<{ newest: string | null }>(db)`
    select max(created_at)::text as newest from drizzle.__drizzle_migrations`;
  return readMigrations(folder).filter(({ when }) => when > Number(applied?.newest ?? 0));
}

function readMigrations(folder: string): readonly Migration[] {
  const journal = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: Pick<Migration, 'tag' | 'when'>[] };
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
  });
}

/** @returns false when a lock was not free and there is another try */
async function tryToApply(db: Db, migration: Migration, isLast: boolean): Promise<boolean> {
  try {
    await apply(db, migration);
    return true;
  } catch (cause) {
    if (!RETRYABLE.has(sqlStateOf(cause) ?? ''))
      throw new Error(`migration ${migration.tag} failed`, { cause });
    if (!isLast) return false;
    throw new MigrationError(
      `migration ${migration.tag} waits for a lock that other transactions hold too long; look for them in pg_stat_activity and migrate again`,
      { cause },
    );
  }
}

async function apply(db: Db, { when, hash, statements }: Migration): Promise<void> {
  const record = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
  if (!statements.some(needsNoTransaction)) {
    await runTogether(db, [...statements.map((statement) => sql.raw(statement)), record]);
    return;
  }
  for (const statement of statements) {
    if (!needsNoTransaction(statement)) {
      await runTogether(db, [sql.raw(statement)]);
      continue;
    }
    await dropUnfinishedIndex(db, statement);
    // It has no lock timeout, because it waits for transactions without blocking any.
    await db.execute(sql.raw(statement));
  }
  await db.execute(record);
}

async function runTogether(db: Db, statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
    for (const statement of statements) await tx.execute(statement);
  });
}

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '');

/** PostgreSQL refuses such statements inside a transaction. */
export const needsNoTransaction = (text: string): boolean =>
  /\bconcurrently\b|^\s*vacuum\b/im.test(withoutComments(text));

const NEW_INDEX =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|\w+)/i;

/** An interrupted build leaves an invalid index, which `if not exists` would take for the finished one. */
async function dropUnfinishedIndex(db: Db, statement: string): Promise<void> {
  const name = NEW_INDEX.exec(withoutComments(statement))?.[1];
  if (name === undefined) return;
  const unfinished = await queryRows(db)`
    select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`;
  if (unfinished.length > 0) await db.execute(sql.raw(`drop index concurrently ${name}`));
}
