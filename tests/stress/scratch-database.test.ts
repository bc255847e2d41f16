import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../fixtures/postgres.ts';

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Stands for the product's migrations; the product's own tests hand in the real ones. */
const migrateNotes = async (url: string): Promise<void> => {
  await query(url, 'CREATE TABLE note (body text NOT NULL)');
};

describe('scratch databases', () => {
  it('come migrated and do not see each other', async () => {
    const [first, second] = [
      await createDatabase(migrateNotes, 'notes'),
      await createDatabase(migrateNotes, 'notes'),
    ];
    await query(first, "INSERT INTO note VALUES ('mine')");
    expect(await query(first, 'SELECT body FROM note')).toEqual([{ body: 'mine' }]);
    expect(await query(second, 'SELECT body FROM note')).toEqual([]);
  });

  it('are as durable as in production', async () => {
    const url = await createDatabase(migrateNotes, 'notes');
    expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  });
});
