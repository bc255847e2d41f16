import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';

import { type Database, type Db, openPostgres } from '../../server/db/database.ts';
import { assertMigrated, migrate, MigrationError } from '../../server/db/migrate.ts';
import { queryRows } from '../../server/db/query-rows.ts';
import { openEmbeddedDatabase } from '../fixtures/embedded-database.ts';
import { createDatabase } from '../fixtures/postgres.ts';
import { migrationsAnd, onlyMigrations } from './migrations-before.ts';

const TABLES = {
  '0000_tables': `CREATE TABLE "items" ("id" integer, "kind" text);--> statement-breakpoint
CREATE TABLE "others" ("id" integer, "kind" text);--> statement-breakpoint
INSERT INTO "items" SELECT n, 'k' || n FROM generate_series(1, 1000) n;`,
};
const INDEXES = {
  ...TABLES,
  '0001_indexes': `-- Built beside writes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "items_kind" ON "items" USING btree ("kind");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "others_kind" ON "others" USING btree ("kind");`,
};
const COLUMN = { ...TABLES, '0001_column': 'ALTER TABLE "items" ADD COLUMN "weight" integer;' };

async function openEmpty(): Promise<Database> {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  onTestFinished(() => database.close());
  return database;
}

async function openWithTables(): Promise<Database> {
  const database = await openEmpty();
  await migrate(database, onlyMigrations(TABLES));
  return database;
}

/** Opens a transaction that has run a statement. @returns ends it */
async function hold(database: Database, statement: string): Promise<() => Promise<void>> {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((begun, failed) => {
    ended = database.db.transaction(async (tx) => {
      await tx.execute(sql.raw(statement));
      begun();
      await held;
    });
    ended.catch(failed);
  });
  return async () => {
    end();
    await ended;
  };
}

interface Index {
  readonly name: string;
  readonly oid: number;
  readonly isValid: boolean;
}

const indexesOf = (db: Db) =>
  queryRows<Index>(db)`select indexrelid::regclass::text as name, indexrelid::int as oid,
    indisvalid as "isValid" from pg_index
    where indrelid in ('items'::regclass, 'others'::regclass) order by 1`;

const isUnfinished = async (db: Db, name: string): Promise<boolean> =>
  (await indexesOf(db)).some((index) => index.name === name && !index.isValid);

it('a run that died halfway through building indexes is continued by the next', async () => {
  const database = await openWithTables();
  const { db } = database;
  const folder = onlyMigrations(INDEXES);
  const release = await hold(database, `insert into others values (1, 'a')`);
  const died = migrate(database, folder);
  died.catch(() => undefined);
  await expect.poll(() => isUnfinished(db, 'others_kind')).toBe(true);
  await db.execute(sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  await expect(died).rejects.toThrow('migration 0001_indexes failed');
  await release();
  const [finished, unfinished] = await indexesOf(db);
  expect([finished?.isValid, unfinished?.isValid]).toEqual([true, false]);
  await expect(assertMigrated(db, folder)).rejects.toThrow('lacks 1 of');

  await migrate(database, folder);
  await assertMigrated(db, folder);
  const after = await indexesOf(db);
  expect(after.map(({ isValid }) => isValid)).toEqual([true, true]);
  expect(after[0]?.oid).toBe(finished?.oid);
});

it('runs at the same time apply each migration once', async () => {
  const database = await openEmpty();
  const applied: string[] = [];
  const folder = onlyMigrations(INDEXES);
  const onApplied = (tag: string): void => void applied.push(tag);
  await Promise.all(Array.from({ length: 4 }, () => migrate(database, folder, { onApplied })));
  expect(applied).toEqual(['0000_tables', '0001_indexes']);
});

it('reads are answered while a migration waits for a transaction that lasts', async () => {
  const database = await openWithTables();
  const { db } = database;
  const release = await hold(database, 'select 1 from items');
  const migrated = migrate(database, onlyMigrations(COLUMN), { firstPauseMs: 1 });
  await expect
    .poll(
      () => queryRows(db)`select 1 from pg_locks
        where relation = 'items'::regclass and not granted`,
    )
    .toHaveLength(1);
  // It stands behind the migration, which lets it go first.
  await db.execute(sql`select count(*) from items`);
  await release();
  await migrated;
  await db.execute(sql`select weight from items`);
});

it('a migration that gets no lock gives up, names itself, and leaves nothing', async () => {
  const database = await openWithTables();
  const release = await hold(database, 'select 1 from items');
  const folder = onlyMigrations(COLUMN);
  const refused = migrate(database, folder, { tries: 2, firstPauseMs: 1 });
  await expect(refused).rejects.toThrow(MigrationError);
  await expect(refused).rejects.toThrow('0001_column waits for a lock');
  await release();
  await migrate(database, folder, { tries: 1 });
});

it('an index is built however long it has to wait for a transaction', async () => {
  const database = await openWithTables();
  const { db } = database;
  const release = await hold(database, `insert into others values (1, 'a')`);
  const migrated = migrate(database, onlyMigrations(INDEXES), { tries: 1 });
  await expect
    .poll(
      () => queryRows(db)`select 1 from pg_stat_activity
        where query like '%"others_kind"%' and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > interval '2.5 s'`,
    )
    .toHaveLength(1);
  await release();
  await migrated;
  expect((await indexesOf(db)).map(({ isValid }) => isValid)).toEqual([true, true]);
});

it('a migration that fails leaves nothing of itself, and names itself', async () => {
  const database = await openWithTables();
  const broken = {
    ...TABLES,
    '0001_broken': 'CREATE TABLE "more" ();--> statement-breakpoint\nnonsense',
  };
  await expect(migrate(database, onlyMigrations(broken))).rejects.toThrow(
    'migration 0001_broken failed',
  );
  expect(await queryRows(database.db)`select to_regclass('more') as more`).toEqual([
    { more: null },
  ]);
});

it('a build accepts a database with all of its migrations or more, and no other', async () => {
  const database = await openEmpty();
  const [former, next] = [onlyMigrations(TABLES), onlyMigrations(COLUMN)];
  await expect(assertMigrated(database.db, former)).rejects.toThrow(MigrationError);
  await migrate(database, former);
  await assertMigrated(database.db, former);
  await expect(assertMigrated(database.db, next)).rejects.toThrow(
    "lacks 1 of this build's migrations, from 0001_column on; run 'npm run migrate'",
  );
  await migrate(database, next);
  await assertMigrated(database.db, next);
  await assertMigrated(database.db, former);
});

it('what drizzle has applied is not applied again', async () => {
  const database = await openEmpty();
  await database.executeSql(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('of drizzle', 1)`);
  await migrate(database, onlyMigrations({ ...TABLES, '0001_more': 'CREATE TABLE "more" ();' }));
  expect(
    await queryRows(database.db)`select to_regclass('items') as items, to_regclass('more') as more`,
  ).toEqual([{ items: null, more: 'more' }]);
});

it('the embedded database builds an index concurrently, too', async () => {
  const database = await openEmbeddedDatabase();
  onTestFinished(() => database.close());
  await migrate(
    database,
    migrationsAnd({
      index: `CREATE INDEX CONCURRENTLY IF NOT EXISTS "guesses_number" ON "guesses" ("number");--> statement-breakpoint
VACUUM "guesses";`,
    }),
  );
  expect(
    await queryRows(database.db)`select indisvalid from pg_index
      where indexrelid = 'guesses_number'::regclass`,
  ).toEqual([{ indisvalid: true }]);
});
