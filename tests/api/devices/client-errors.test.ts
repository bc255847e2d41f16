import { expect, it } from 'vitest';

import { withLog } from '../../fixtures/api/log-lines.ts';
import { expectFailure } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const MINUTE_MS = 60_000;
const GOOD = {
  kind: 'rejection',
  message: 'TypeError: gone',
  frames: ['live-a1b2c3d4.js:1:23'],
  route: '/v/:id',
  engine: 'webkit',
  build: '0123abcd',
};
const tell = (body: object, address?: string) =>
  test.call('POST', '/client-errors', { body, address });
const counted = async (): Promise<string[]> => {
  const { text } = await test.call('GET', 'root:/metrics');
  return text.split('\n').filter((line) => /^client_errors_total\{.* [^0]/.test(line));
};

it('are counted by kind, and written down once each', async () => {
  const { app, logged } = await withLog(test);
  const url = '/api/v1/client-errors';
  expect((await app.inject({ method: 'POST', url, payload: GOOD })).statusCode).toBe(200);
  const lines = logged().split('\n');
  expect(lines.filter((line) => line.includes('"client error"'))).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ client: GOOD, msg: 'client error' });
  await app.close();

  const { build: _, ...nameless } = GOOD;
  for (const body of [GOOD, { ...GOOD, build: 'ffffffff' }, nameless, { ...GOOD, kind: 'worker' }])
    expect((await tell(body)).status).toBe(200);
  expect(await counted()).toEqual([
    'client_errors_total{kind="rejection",build="known"} 2',
    'client_errors_total{kind="rejection",build="unknown"} 1',
    'client_errors_total{kind="worker",build="known"} 1',
  ]);
});

it.each([
  ['a kind of their own', { kind: 'extension' }],
  ['an engine of their own', { engine: 'Mozilla/5.0 (Linux; Android 8)' }],
  ['an address of a page', { message: 'Error: at https://goodies.test/v/1?code=1' }],
  ['an address of a mail', { message: 'Error: no ada@goodies.test' }],
  ['digits of a code', { message: 'Error: 4829104467320 is wrong' }],
  ['two lines', { message: 'Error: one\ntwo' }],
  ['many words', { message: 'word '.repeat(50) }],
  ['a file of another origin', { frames: ['https://evil.test/a.js:1:1'] }],
  ['no file at all', { frames: [] }],
  ['more files than help', { frames: Array.from({ length: 9 }, () => 'a.js:1:1') }],
  ['the page’s address instead of its pattern', { route: '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
  ['a build of another form', { build: 'latest' }],
  ['more than is needed', { user: 7 }],
])('are refused with %s', async (_what, fault) => {
  expectFailure(await tell({ ...GOOD, ...fault }, '41.0.1.1'), 422, 'validation_failed');
});

it('are refused unread where they are too large', async () => {
  const body = { ...GOOD, message: 'x'.repeat(5_000) };
  expectFailure(await tell(body, '41.0.1.2'), 413, 'payload_too_large');
});

it('are heard of a network thirty times in ten minutes', async () => {
  test.clock.advance(10 * MINUTE_MS);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push((await tell(GOOD, '41.0.2.1')).status);
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  expect((await tell(GOOD, '41.0.3.1')).status).toBe(200);
});

it('are heard by a node 120 times a minute', async () => {
  test.clock.advance(10 * MINUTE_MS);
  const networks = Array.from({ length: 6 }, (_, n) => `41.1.${n}.1`);
  let heard = 0;
  for (const network of networks)
    for (let n = 0; n < 25; n += 1) if ((await tell(GOOD, network)).status === 200) heard += 1;
  expect(heard).toBe(120);
  const refused = await tell(GOOD, '41.2.0.1');
  expectFailure(refused, 429, 'too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  test.clock.advance(MINUTE_MS);
  expect((await tell(GOOD, '41.2.0.1')).status).toBe(200);
});
