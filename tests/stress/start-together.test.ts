import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pino from 'pino';
import { expect, it } from 'vitest';

import { composeDeps } from '../../server/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import { openPostgres } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createDatabase } from '../fixtures/postgres.ts';

const NODES = 6;
const nothing = () => Promise.resolve();

it('nodes that start together on an empty database make its tables and queues once', async () => {
  const DATABASE_URL = await createDatabase(nothing, 'empty');
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'goodies-together-'));
  const { config } = readConfig({ DATABASE_URL, DATA_DIR });
  if (!config) throw new Error('no configuration');
  const nodes = Array.from({ length: NODES }, () =>
    composeDeps(config, openPostgres(DATABASE_URL), pino({ level: 'silent' })),
  );
  const start = async ({ database, jobs }: (typeof nodes)[number]): Promise<void> => {
    await migrate(database);
    await jobs.start();
  };
  const outcomes = await Promise.allSettled(nodes.map(start));
  for (const { database, jobs } of nodes) {
    await jobs.stop();
    await database.close();
  }
  rmSync(DATA_DIR, { recursive: true });
  expect(outcomes).toEqual(nodes.map(() => ({ status: 'fulfilled', value: undefined })));
});
