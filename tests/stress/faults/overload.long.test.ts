import { afterAll, beforeAll, expect, it } from 'vitest';

import { type Call, drive, send } from '../../../bench/server/drive.ts';
import { flow } from '../../../bench/server/flow.ts';
import { sumOf } from '../../../bench/statistics.ts';
import { type BuiltServer, startBuiltServer } from '../../../scripts/lib/built-server.ts';
import { strongDevice } from '../../fixtures/api/devices.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { addCreator, addPeople, setUpScene, postGiveaway } from '../scene.ts';

const PEOPLE = 61;
const GIVEAWAYS = 10;
const CONNECTIONS = 32;
const LOOK_SECONDS = 3;
const SECONDS = 6;
/** A machine that others use may serve more a moment later: twice could be nothing. */
const TIMES_TOO_MUCH = 4;
/** A wrong guess, and one that a newcomer in a crowd has to work for, are served. */
const EXPECTED = [200, 422, 428];
/** What a node fills with requests that it serves, and its log with lines. */
const MAX_GROWTH_BYTES = 256 * 1024 * 1024;

const scene = setUpScene(() => ({ TRUST_PROXY: '1' }));
let server: BuiltServer;
let people: readonly Person[];
let ulids: readonly string[];

beforeAll(async () => {
  people = await addPeople(scene.deps, 'caller', PEOPLE);
  const creator = await addCreator(scene.deps, 'creator', GIVEAWAYS);
  const posted: string[] = [];
  while (posted.length < GIVEAWAYS) posted.push(await postGiveaway(scene.deps, creator));
  ulids = posted;
  server = await startBuiltServer({ env: scene.env });
});
afterAll(async () => {
  await server.stop();
});

/** The nth of mixed calls: two of eight guess, one reports a view, the others read. */
function callOf(n: number): Call {
  const { token = '', userId = 0 } = people[n % PEOPLE] ?? {};
  const ulid = ulids[n % GIVEAWAYS] ?? '';
  const headers = {
    ...strongDevice(scene.deps, `device-of-${userId}`),
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-forwarded-for': `41.0.0.${userId % 256}`,
  };
  const post = (path: string, body: object): Call => ({
    method: 'POST',
    path: `/api/v1/vouchers/${path}`,
    headers,
    body: JSON.stringify(body),
  });
  const turn = n % 8;
  if (turn < 2) return post('submit', { voucher_id: ulid, code: '1000000000000' });
  if (turn === 2) return post('track-views', { voucher_ids: [ulid] });
  return { path: turn < 6 ? '/api/v1/vouchers' : `/api/v1/vouchers/${ulid}`, headers };
}

it('a server that is asked for more than it can serve goes on at its limit, and says so to the others', async () => {
  let asked = 0;
  const next = (): Call => callOf(asked++);
  const { url } = server;
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  const looked = await drive({
    url,
    connections: CONNECTIONS,
    seconds: LOOK_SECONDS,
    next,
    expected: 200,
  });
  const limit = looked.calls / LOOK_SECONDS;
  const ask = (perSecond: number) =>
    flow({ url, perSecond, seconds: SECONDS, next, expected: EXPECTED });

  const before = await ask(limit);
  const rssBefore = sumOf(await metrics(), 'process_resident_memory_bytes');
  const during = await ask(limit * TIMES_TOO_MUCH);
  const told = await metrics();

  for (const { unexpected, refusedWithoutTime } of [before, during])
    expect([unexpected, refusedWithoutTime]).toEqual([{}, 0]);
  expect(during.servedMs.length).toBeGreaterThan(before.servedMs.length / 2);
  // And those of the look before.
  expect(sumOf(told, 'requests_shed_total')).toBeGreaterThanOrEqual(during.refusedMs.length);
  expect(sumOf(told, 'process_resident_memory_bytes') - rssBefore).toBeLessThan(MAX_GROWTH_BYTES);
  for (const what of ['statement', 'transaction'])
    expect(sumOf(told, 'database_waiting', `what="${what}"`)).toBe(0);
  expect(sumOf(told, 'database_connections')).toBeGreaterThan(0);

  const read = async (): Promise<number> => (await send(url, callOf(3))).status;
  await expect.poll(read).toBe(200);
});
