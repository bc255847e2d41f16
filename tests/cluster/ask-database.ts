import pg from 'pg';

const CONNECTS_WITHIN_MS = 2_000;

/**
 * Asks by a connection of its own.
 * @throws Error when nothing answers, or when the database refuses the statement
 */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
