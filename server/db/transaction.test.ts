import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openEmbeddedDatabase } from '../../tests/fixtures/embedded-database.ts';
import type { Database } from './database.ts';
import { prepareRows } from './query-rows.ts';
import { rateLimits } from './schema/http.ts';
import { inTransaction } from './transaction.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmbeddedDatabase();
});
afterAll(() => database.close());

const written = (key: string): Promise<number> =>
  database.db.$count(rateLimits, eq(rateLimits.key, key));
const row = (key: string) => ({ key, windowStart: new Date(0), hits: 1 });

describe('a statement that goes with the commit', () => {
  it('is committed with what was written before it', async () => {
    const result = await inTransaction(database.db, async (tx, withCommit) => {
      await tx.insert(rateLimits).values(row('first'));
      withCommit(tx.insert(rateLimits).values(row('last')));
      return 'done';
    });
    expect([result, await written('first'), await written('last')]).toEqual(['done', 1, 1]);
  });

  it('fails the whole transaction where it fails', async () => {
    const failing = inTransaction(database.db, async (tx, withCommit) => {
      await tx.insert(rateLimits).values(row('lost'));
      withCommit(tx.execute(sql`select 1 / 0`));
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await written('lost')).toBe(0);
  });
});

it('a prepared statement runs on a database and in a transaction of it, with other values each time', async () => {
  const double = prepareRows<{ n: number }, { twice: number }>(
    'double_a_number',
    sql`select ${sql.placeholder('n')}::int * 2 as twice`,
  );
  expect(await double(database.db, { n: 2 })).toEqual([{ twice: 4 }]);
  const inside = await inTransaction(database.db, (tx) => double(tx, { n: 3 }));
  expect(inside).toEqual([{ twice: 6 }]);
});
