import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { expect, it } from 'vitest';

import { createDatabase } from '../../fixtures/postgres.ts';

const ENTRY = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));

/** An empty database that takes no writes, like a standby. */
async function createReadOnly(): Promise<string> {
  const url = await createDatabase(() => Promise.resolve(), 'empty');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.end();
  return url;
}

it('a start that its database refuses says what the database said, and where', async () => {
  const DATABASE_URL = await createReadOnly();
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'goodies-refused-'));
  const { status, stderr } = spawnSync(process.execPath, [ENTRY], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_URL, DATA_DIR, PORT: '0' },
  });
  rmSync(DATA_DIR, { recursive: true });
  expect(stderr).toMatch(/^goodies: .*cannot execute CREATE SCHEMA in a read-only transaction$/m);
  expect(stderr).toMatch(/^ +at /m);
  expect(status).toBe(1);
});
