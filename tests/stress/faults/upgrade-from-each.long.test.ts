import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Db, openPostgres } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { createDatabase } from '../../fixtures/postgres.ts';
import { listMigrations, migrationsBefore } from '../migrations-before.ts';

const ROWS = 200;
/** Tables whose rows an upgrade never takes away. */
const KEPT = ['users', 'vouchers', 'guesses', 'payments', 'journal_entries', 'ledger_accounts'];

/** A value that fits a column of each type, another one in each row. References find the row of that number. */
const VALUES: Readonly<Record<string, string>> = {
  smallint: 'n',
  integer: 'n',
  bigint: 'n',
  numeric: 'n',
  text: `'t' || n`,
  boolean: 'n % 2 = 0',
  bytea: `'\\x00'::bytea`,
  jsonb: `'{}'::jsonb`,
  ARRAY: `'{}'`,
  'timestamp with time zone': 'now()',
  date: `date '2026-01-01' + n`,
};

/** Columns that a check of their table leaves no free choice for. */
const CHECKED: Readonly<Record<string, string>> = {
  'voucher_referrals.reason': 'null',
  'users.pin_tries': '0',
  // Of a voucher's event; only what is announced has a text.
  'notification_events.text': 'null',
  'exchange_quotes.to_currency': "'another'",
  // Of a key that is retired, of which there may be many.
  'receipt_keys.sealed': 'null',
  // Of what nobody has decided yet.
  'staff_requests.decided_by': 'null',
  'disputes.taken': '0',
  // Of a case that was answered.
  'cases.waiting_since': 'null',
  'cases.decided_at': 'null',
  'cases.outcome': 'null',
  'settlements.gross': 'n + n',
};

const emptyDatabase = () => createDatabase(() => Promise.resolve(), 'empty');

/** Puts rows into every table, whatever the schema is. */
async function fill(db: Db): Promise<void> {
  const tables = await queryRows<{ table: string; columns: string[]; types: string[] }>(db)`
    select table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns,
          array_agg(data_type::text order by ordinal_position) as types
        from information_schema.columns where table_schema = 'public' and is_identity = 'NO' group by table_name`;
  await db.transaction(async (tx) => {
    // References and triggers look away: rows of one number belong together, in whatever order they come.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { table, columns, types } of tables) {
      const names = columns.map((column) => `"${column}"`).join(', ');
      const values = types
        .map(
          (type, at) =>
            CHECKED[`${table}.${columns[at]}`] ?? VALUES[type] ?? `no value for ${type}`,
        )
        .join(', ');
      await tx.execute(
        sql.raw(
          `insert into "${table}" (${names}) select ${values} from generate_series(1, ${ROWS}) n`,
        ),
      );
    }
  });
}

/** Everything that a migration can make, by name and definition. */
const schemaOf = (db: Db) =>
  queryRows(db)`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
          || coalesce(column_default, '') as made
        from information_schema.columns where table_schema = 'public'
        union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
        union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        order by made`;

let newest: unknown;

beforeAll(async () => {
  const database = openPostgres(await emptyDatabase());
  await migrate(database);
  newest = await schemaOf(database.db);
  await database.close();
});

describe('a database that is full', () => {
  it.each(listMigrations().slice(1))('comes up to date from before $tag', async ({ idx }) => {
    const database = openPostgres(await emptyDatabase());
    await migrate(database, migrationsBefore(idx));
    await fill(database.db);
    await migrate(database);
    expect(await schemaOf(database.db)).toEqual(newest);
    for (const table of KEPT) {
      const [counted] = await queryRows<{ n: number }>(database.db)`
        select count(*)::int as n from ${sql.identifier(table)}`;
      expect([table, counted?.n]).toEqual([table, ROWS]);
    }
    await database.close();
  });
});

it('a migration may take longer than any request', async () => {
  const database = openPostgres(await emptyDatabase(), { pace: 0.01 });
  const { idx, tag } = listMigrations()[1] ?? { idx: 0, tag: '' };
  const folder = migrationsBefore(idx + 1);
  const file = path.join(folder, `${tag}.sql`);
  writeFileSync(
    file,
    `select pg_sleep(0.3);--> statement-breakpoint\n${readFileSync(file, 'utf8')}`,
  );
  appendFileSync(file, ';--> statement-breakpoint\nselect pg_sleep(0.3);');
  await migrate(database, folder);
  await expect(database.db.execute(sql`select pg_sleep(0.3)`)).rejects.toThrow();
  await database.close();
});
