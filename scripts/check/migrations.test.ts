import { expect, it } from 'vitest';

import { findLockingMigrations } from './migrations.ts';
import { inRepository } from './small-repository.ts';

const faultsOf = (sql: string, name = '0052_it.sql'): string =>
  inRepository({ [`server/db/migrations/${name}`]: sql }, findLockingMigrations);

it.each([
  [
    'an index that is built while writes wait',
    'CREATE INDEX "guesses_kind" ON "guesses" USING btree ("kind");',
    'require-concurrent-index-creation',
  ],
  [
    'an index that cannot be built again after its build died',
    'CREATE INDEX CONCURRENTLY "guesses_kind" ON "guesses" USING btree ("kind");',
    'prefer-robust-stmts',
  ],
  [
    'an index that is dropped while all wait',
    'DROP INDEX "guesses_kind";',
    'require-concurrent-index-deletion',
  ],
  [
    'a column that older rows have no value for',
    'ALTER TABLE "guesses" ADD COLUMN "kind" text NOT NULL;',
    'adding-required-field',
  ],
  [
    'a column whose values are written at once',
    'ALTER TABLE "guesses" ADD COLUMN "at" timestamptz DEFAULT clock_timestamp();',
    'adding-field-with-default',
  ],
  [
    'another type of a column',
    'ALTER TABLE "guesses" ALTER COLUMN "number" TYPE numeric;',
    'changing-column-type',
  ],
  [
    'a constraint that is checked while all wait',
    'ALTER TABLE "guesses" ADD CONSTRAINT "guesses_number" CHECK ("number" > 0);',
    'constraint-missing-not-valid',
  ],
  [
    'a constraint that is validated in the transaction that adds it',
    `ALTER TABLE "guesses" ADD CONSTRAINT "guesses_number" CHECK ("number" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "guesses" VALIDATE CONSTRAINT "guesses_number";`,
    'constraint-missing-not-valid',
  ],
])('refuses %s', (_what, sql, rule) => {
  expect(faultsOf(sql)).toContain(rule);
});

it.each([
  [
    'a new table with its indexes',
    `CREATE TABLE "kinds" ("id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, "name" text NOT NULL, "user_id" integer NOT NULL);--> statement-breakpoint
ALTER TABLE "kinds" ADD CONSTRAINT "kinds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id");--> statement-breakpoint
CREATE INDEX "kinds_user" ON "kinds" USING btree ("user_id");`,
  ],
  [
    'new columns',
    `ALTER TABLE "guesses" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "guesses" ADD COLUMN "weight" integer DEFAULT 1 NOT NULL;`,
  ],
  [
    'indexes that are built and dropped beside writes',
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS "guesses_kind" ON "guesses" USING btree ("kind");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "guesses_user";`,
  ],
  [
    'a constraint for new rows',
    'ALTER TABLE "guesses" ADD CONSTRAINT "guesses_number" CHECK ("number" > 0) NOT VALID;',
  ],
  [
    'a constraint that was added before',
    'ALTER TABLE "guesses" VALIDATE CONSTRAINT "guesses_number";',
  ],
])('lets pass %s', (_what, sql) => {
  expect(faultsOf(sql)).toBe('');
});

it('leaves those alone that were applied before it', () => {
  expect(faultsOf('DROP INDEX "guesses_kind";', '0051_it.sql')).toBe('');
});
