import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import { openPostgres, type Database } from '../../../server/db/database.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { setUpScene } from '../scene.ts';

const scene = setUpScene();

/** Twelve bytes of something sealed, as a statement carries them. */
const SEALED = Buffer.from('sealed\u0000bytes');

it('a job that fails with a statement of bytes is tried again, and ends no process', async () => {
  const database = openPostgres(scene.env['DATABASE_URL'] ?? '');
  const jobs = createJobs(database, { info: () => undefined, error: () => undefined });
  let runs = 0;
  let ends = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    ends = resolve;
  });
  jobs.handle('failing', async () => {
    runs += 1;
    if (runs > 1) return ends();
    await database.db.execute(
      sql`select ${SEALED}::bytea, ${'not-to-be-stored'}::text, ${'gone\u0000'}::text from nothing`,
    );
  });
  await jobs.start();
  await scene.deps.db.transaction((tx) =>
    jobs.send(tx as never, 'failing', {}, { retry: { limit: 1, delaySeconds: 0 } }),
  );
  await ended;
  await expect.poll(() => jobs.listWaiting('failing')).toEqual([]);
  const { rows } = await database.executeSql(
    `select state, output::text as output from jobs.job where name = 'failing'`,
  );
  expect(rows).toMatchObject([{ state: 'completed' }]);
  await jobs.stop();
  await database.close();
});

it('a job that fails with half a character is given up, and ends no process', async () => {
  const database = openPostgres(scene.env['DATABASE_URL'] ?? '');
  const jobs = createJobs(database, { info: () => undefined, error: () => undefined });
  jobs.handle('halved', () => Promise.reject(new Error('told \uD83D\u0000 by a carrier')));
  await jobs.start();
  await scene.deps.db.transaction((tx) =>
    jobs.send(tx as never, 'halved', {}, { retry: { limit: 0, delaySeconds: 0 } }),
  );
  const stored = async () => {
    const { rows } = await database.executeSql(
      `select output::text as output from jobs.job where name = 'halved' and state = 'failed'`,
    );
    return rows[0]?.['output'];
  };
  await expect.poll(stored).toContain('told \uFFFD by a carrier');
  expect(jobs.failures().get('halved')).toBe(1);
  await jobs.stop();
  await database.close();
});

it('what is stored of a job that is given up says what failed, without its values', async () => {
  const database = openPostgres(scene.env['DATABASE_URL'] ?? '');
  const jobs = createJobs(database, { info: () => undefined, error: () => undefined });
  jobs.handle('given-up', async () => {
    await database.db.execute(
      sql`select ${SEALED}::bytea, ${'not-to-be-stored'}::text from nothing`,
    );
  });
  await jobs.start();
  await scene.deps.db.transaction((tx) =>
    jobs.send(tx as never, 'given-up', {}, { retry: { limit: 0, delaySeconds: 0 } }),
  );
  const stored = async () => {
    const { rows } = await database.executeSql(
      `select output::text as output from jobs.job where name = 'given-up' and state = 'failed'`,
    );
    return rows[0]?.['output'];
  };
  await expect.poll(stored).toContain('Failed query: select');
  expect(await stored()).not.toContain('not-to-be-stored');
  expect(await stored()).not.toContain('params');
  await jobs.stop();
  await database.close();
});

it('a job that was given up can be tried again for days', async () => {
  const database = openPostgres(scene.env['DATABASE_URL'] ?? '');
  // The runner clears up each two minutes.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const jobs = createJobs(database, { info: () => undefined, error: () => undefined });
  jobs.handle('looked-for', async () => undefined);
  await jobs.open();
  for (const days of [4, 6])
    await database.executeSql(
      `insert into jobs.job (name, state, completed_on)
      values ('looked-for', 'failed', now() - interval '${days} days')`,
    );
  await database.executeSql('update jobs.version set maintained_on = null');
  const found = async () => {
    const failed = await jobs.listFailed();
    return failed.filter(({ queue }) => queue === 'looked-for');
  };
  expect(await found()).toHaveLength(2);
  vi.advanceTimersByTime(2 * MINUTE_MS);
  vi.useRealTimers();
  await expect.poll(async () => (await found()).length < 2).toBe(true);
  const [kept] = await found();
  const again = await scene.deps.db.transaction((tx) => jobs.retry(tx as never, kept?.id ?? ''));
  expect(again).toBe('looked-for');
  await jobs.stop();
  await database.close();
});

it('a job that is fetched while the runner stops is given back, not begun', async () => {
  const database = openPostgres(scene.env['DATABASE_URL'] ?? '');
  let fetched = (): void => undefined;
  const hasFetched = new Promise<void>((resolve) => {
    fetched = resolve;
  });
  let handOver = (): void => undefined;
  const mayHandOver = new Promise<void>((resolve) => {
    handOver = resolve;
  });
  const slow: Database = {
    ...database,
    async executeSql(text, values) {
      const result = await database.executeSql(text, values);
      if (/skip locked/i.test(text) && values?.[0] === 'late' && result.rows.length > 0) {
        fetched();
        await mayHandOver;
      }
      return result;
    },
  };
  const jobs = createJobs(slow, { info: () => undefined, error: () => undefined });
  let runs = 0;
  jobs.handle('late', () => {
    runs += 1;
    return Promise.resolve();
  });
  await jobs.start();
  await scene.deps.db.transaction((tx) => jobs.send(tx as never, 'late', {}));
  await hasFetched;
  const stopped = jobs.stop();
  handOver();
  await stopped;
  await database.close();
  expect(runs).toBe(0);
  const { rows } = await scene.deps.database.executeSql(
    `select state from jobs.job where name = 'late'`,
  );
  expect(rows).toEqual([{ state: 'retry' }]);
});
