import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { startTestApp } from '../../fixtures/api/test-app.ts';

const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** First cells of the table under a heading. */
const namesUnder = (heading: string): string[] => {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name).toSorted();
};

it('names exactly the queues of a server with everything configured', async () => {
  const test = await startTestApp({ RATES_URL: 'http://localhost:1/rates' });
  const { rows } = await test.deps.database.executeSql(
    `select name from jobs.queue where name not like '\\_\\_%' order by name`,
  );
  const kept = test.deps.jobs.failures().keys();
  await test.close();
  const names = new Set([...rows.map(({ name }) => String(name)), ...kept]);
  expect(namesUnder('Jobs')).toEqual([...names].toSorted());
});

it('says of every table whether it grows', async () => {
  const test = await startTestApp();
  const { rows } = await test.deps.database.executeSql(
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  );
  await test.close();
  const cells = PAGE.split('\n## What grows\n')[1]
    ?.split('\n## ')[0]
    ?.match(/^\| .+? \|/gm);
  const named = new Set(cells?.join().match(/(?<=`)\w+(?=`)/g));
  for (const { tablename } of rows) expect(named).toContain(tablename);
});

it('names probes that answer', async () => {
  const test = await startTestApp();
  for (const path of namesUnder('Health and metrics')) {
    expect((await test.call('GET', `root:${path}`)).status, path).toBe(200);
  }
  await test.close();
});

it('keeps the metrics from callers without the token, and from all in production without one', async () => {
  const token = 'what-the-collector-shows';
  const guarded = await startTestApp({ METRICS_TOKEN: token });
  const read = (authorization?: string) =>
    guarded.app.inject({
      url: '/metrics',
      headers: authorization === undefined ? {} : { authorization },
    });
  expect((await read()).statusCode).toBe(401);
  expect((await read(`Bearer ${token}x`)).statusCode).toBe(401);
  const { statusCode, body } = await read(`Bearer ${token}`);
  expect([statusCode, body.includes('http_request_duration_seconds')]).toEqual([200, true]);
  await guarded.close();

  const production = await startTestApp({
    NODE_ENV: 'production',
    GOODIES_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    // Named, not opened: the test's own database takes its place.
    DATABASE_URL: 'postgres://localhost/goodies',
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'hello@goodies.example',
  });
  expect((await production.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  await production.close();
});
