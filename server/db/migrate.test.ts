import { expect, it } from 'vitest';

import { needsNoTransaction } from './migrate.ts';

it.each([
  ['CREATE UNIQUE INDEX CONCURRENTLY "a" ON "b" ("c")', true],
  ['-- Why.\nDROP INDEX CONCURRENTLY IF EXISTS "a"', true],
  ['VACUUM (ANALYZE) "a"', true],
  ['CREATE INDEX "a" ON "b" ("c") -- not concurrently', false],
])('a migration knows whether PostgreSQL runs it in a transaction: %s', (statement, isRefused) => {
  expect(needsNoTransaction(statement)).toBe(isRefused);
});
