import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { expect, it } from 'vitest';

import { startBuiltServer } from '../../../scripts/lib/built-server.ts';
import { createDatabase } from '../../fixtures/postgres.ts';

const commandOf = (name: string): string =>
  fileURLToPath(new URL(`../../../dist/server/${name}.js`, import.meta.url));
const ENTRY = commandOf('main');

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

it('a node in production starts only once its database has been migrated', async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'goodies-production-'));
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: await createDatabase(() => Promise.resolve(), 'empty'),
    DATA_DIR,
    GOODIES_SECRET: 'a secret of a node that nobody uses',
    PUBLIC_ORIGIN: 'https://goodies.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@goodies.example',
  };
  const run = (name: string) =>
    spawnSync(process.execPath, [commandOf(name)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
  const refused = run('main');
  expect(refused.stderr).toMatch(/^goodies: the database lacks \d+ .*'npm run migrate'.*\n$/);
  expect(refused.status).toBe(1);

  const migrated = run('migrate');
  expect(migrated.stderr).toBe('');
  expect(migrated.stdout).toMatch(/^0000_first\n[^]*\nthe database has every migration\n$/);
  expect(migrated.status).toBe(0);
  expect(run('migrate').stdout).toBe('the database has every migration\n');

  const node = await startBuiltServer({ env, dataDir: DATA_DIR });
  expect(await node.stop()).toBe(0);
  rmSync(DATA_DIR, { recursive: true });
});

it('migrations of a database that is away fail with its reason', () => {
  const { status, stderr } = spawnSync(process.execPath, [commandOf('migrate')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://127.0.0.1:1/none' },
  });
  expect(stderr).toMatch(/^goodies: .*ECONNREFUSED/);
  expect(status).toBe(1);
});
