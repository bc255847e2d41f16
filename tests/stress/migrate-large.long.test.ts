import { setTimeout as pause } from 'node:timers/promises';

import { inArray, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';

import { MINUTE_MS } from '../../contract/durations.ts';
import { type Database, type Db, openPostgres } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { queryRows } from '../../server/db/query-rows.ts';
import { guesses } from '../../server/db/schema/giveaways.ts';
import { idsInBatches } from '../../server/lib/in-batches.ts';
import { prepareDatabase } from '../fixtures/database.ts';
import { createDatabase } from '../fixtures/postgres.ts';
import { migrationsAnd } from './migrations-before.ts';

const ROWS = Number(process.env['GOODIES_MIGRATE_ROWS'] ?? 500_000);
const VOUCHERS = 1_000;
const USERS = 50_000;
const CALLERS = 6;
const CALL_EVERY_MS = 20;
/** More than a call on another table takes at the same time, as other work on this machine delays both. */
const MAX_DELAY_MS = 1_000;

const EXPAND = {
  column: `ALTER TABLE "guesses" ADD COLUMN "weight" integer;--> statement-breakpoint
ALTER TABLE "guesses" ALTER COLUMN "weight" SET DEFAULT 1;`,
};
const INDEX = {
  ...EXPAND,
  index:
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "guesses_weight" ON "guesses" USING btree ("weight");',
};
/** Before the backfill, the constraint would refuse changes of rows without a weight. */
const CONTRACT = {
  ...INDEX,
  constraint:
    'ALTER TABLE "guesses" ADD CONSTRAINT "guesses_weighed" CHECK ("weight" is not null) NOT VALID;',
  validation: 'ALTER TABLE "guesses" VALIDATE CONSTRAINT "guesses_weighed";',
};

/** Indexes are built afterwards, because that is several times faster. */
async function fill(db: Db): Promise<void> {
  const indexes = await queryRows<{ name: string; definition: string }>(db)`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'guesses' and indexname <> 'guesses_pkey'`;
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await db.execute(sql`
    insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at)
    select n % ${VOUCHERS}, n % ${USERS}, n / ${VOUCHERS}, md5(n::text), decode(md5(n::text), 'hex'),
      false, now() from generate_series(1, ${ROWS}) n`);
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
  await db.execute(sql`vacuum analyze guesses`);
}

/** Rows of a node that does not know the column, from calls as nodes make them. */
const CALLS = [
  (db: Db, n: number) =>
    db.execute(sql`select id, number, created_at from guesses
    where user_id = ${n % USERS} order by id desc limit 10`),
  (db: Db, n: number) =>
    db.execute(sql`
    insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at)
    values (${n % VOUCHERS}, ${n % USERS}, ${ROWS + n}, ${`new ${n}`}, '', false, now())`),
  (db: Db, n: number) =>
    db.execute(sql`update guesses set risk_score = risk_score + 1
    where id = ${((n * 7_919) % ROWS) + 1}`),
];

const ON_ANOTHER_TABLE = [
  (db: Db, n: number) => db.execute(sql`insert into another values (${n})`),
];

/** Calls on several connections at a steady pace until it is stopped. */
class Load {
  longestMs = 0;
  answers = 0;
  #isOver = false;
  readonly #callers: Promise<unknown>;

  constructor(db: Db, calls: typeof CALLS) {
    const call = async (caller: number): Promise<void> => {
      for (let n = caller; !this.#isOver; n += CALLERS) {
        const begunMs = performance.now();
        await calls[Math.floor(n / CALLERS) % calls.length]?.(db, n);
        this.longestMs = Math.max(this.longestMs, performance.now() - begunMs);
        this.answers += 1;
        await pause(CALL_EVERY_MS);
      }
    };
    this.#callers = Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
    // It is thrown by `stop`.
    this.#callers.catch(() => (this.#isOver = true));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#callers;
  }
}

/** As docs/operations.md has it written. */
const backfill = (database: Database): Promise<void> =>
  database.unhurried(async (db) => {
    for await (const ids of idsInBatches(db, guesses, sql`weight is null`))
      await db.execute(sql`update guesses set weight = 1 where ${inArray(guesses.id, ids)}`);
  });

it(
  'a large table is changed while its rows are read and written',
  async () => {
    const database = openPostgres(await createDatabase(prepareDatabase));
    onTestFinished(() => database.close());
    await database.unhurried(fill);
    await database.db.execute(sql`create table another (n integer)`);
    const load = new Load(database.db, CALLS);
    const other = new Load(database.db, ON_ANOTHER_TABLE);
    const measure = async (name: string, change: () => Promise<unknown>): Promise<void> => {
      const [before, begunMs] = [load.answers, performance.now()];
      load.longestMs = 0;
      other.longestMs = 0;
      await change();
      const seconds = (performance.now() - begunMs) / 1_000;
      console.log(
        `${ROWS} rows, ${name}: ${seconds.toFixed(1)} s, ${load.answers - before} answers, the longest ` +
          `${load.longestMs.toFixed(0)} ms, on another table ${other.longestMs.toFixed(0)} ms`,
      );
      expect(load.longestMs - other.longestMs, name).toBeLessThan(MAX_DELAY_MS);
    };

    await measure('nothing changes', () =>
      expect.poll(() => load.answers, { timeout: MINUTE_MS }).toBeGreaterThan(1_000),
    );
    await measure('column', () => migrate(database, migrationsAnd(EXPAND)));
    await measure('backfill', () => backfill(database));
    await measure('index', () => migrate(database, migrationsAnd(INDEX)));
    await measure('constraint', () => migrate(database, migrationsAnd(CONTRACT)));
    await Promise.all([load.stop(), other.stop()]);
    // One may have begun during the last change.
    expect(load.longestMs - other.longestMs).toBeLessThan(MAX_DELAY_MS);

    expect(
      await database.unhurried((db) => db.$count(guesses, sql`weight is distinct from 1`)),
    ).toBe(0);
    expect(
      await queryRows(database.db)`select indisvalid, convalidated from pg_index, pg_constraint
        where indexrelid = 'guesses_weight'::regclass and conname = 'guesses_weighed'`,
    ).toEqual([{ indisvalid: true, convalidated: true }]);
  },
  60 * MINUTE_MS,
);
