import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildApp } from '../../../server/app.ts';
import { openPostgres, type Database } from '../../../server/db/database.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { RecoveringPool } from '../../../server/db/recovering-pool.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpScene } from '../scene.ts';
import { openBlackHole, type BlackHole } from './black-hole.ts';

/** What serves people, with a tenth of the time: a busy machine takes longer than a twentieth. */
const IN_A_HURRY = { max: 4, pace: 0.1 };
const CALLS = 12;
/** A request that meets a silent database ends within 30 s, that is 3 s here; and a second for a busy machine. */
const LONGEST_MS = 30_000 * IN_A_HURRY.pace + 1_000;

const scene = setUpScene();
let hole: BlackHole;
let database: Database;
let app: FastifyInstance;
let person: Person;

beforeAll(async () => {
  person = await addPerson(scene.deps, 'patient', { walletMinor: 100_000n, hasPin: true });
  hole = await openBlackHole(scene.env['DATABASE_URL'] ?? '');
  database = openPostgres(hole.url, IN_A_HURRY);
  app = await buildApp({ ...scene.deps, db: database.db, database });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await hole.close();
});

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** Reads and writes: single statements, and transactions. */
const callAll = (round: string) =>
  times(CALLS, async (n) => {
    const startedAt = performance.now();
    const { statusCode, headers } = await app.inject({
      method: n % 2 === 0 ? 'GET' : 'POST',
      url: n % 2 === 0 ? '/api/v1/wallet/balances' : '/api/v1/wallet/withdraw',
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(n % 2 === 0 ? {} : { 'idempotency-key': `${round}-key-${n}` }),
      },
      ...(n % 2 === 0
        ? {}
        : {
            payload: {
              amount: 100,
              currency: 'NGN',
              destination: {
                type: 'bank',
                code: '058',
                account_number: '0123456789',
                account_name: 'Ada',
              },
              pin: PIN,
            },
          }),
    });
    return {
      status: statusCode,
      retryAfter: headers['retry-after'],
      ms: performance.now() - startedAt,
    };
  });

describe('a database that falls silent', () => {
  it('is found out in time, is said so, and is used again as soon as it answers', async () => {
    expect((await callAll('before')).map(({ status }) => status)).toEqual(
      Array.from({ length: CALLS }, () => 200),
    );
    hole.swallow();
    for (const { status, retryAfter, ms } of await callAll('during')) {
      expect([status, retryAfter]).toEqual([503, '5']);
      expect(ms).toBeLessThan(LONGEST_MS);
    }
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    hole.heal();
    for (let round = 0; round < 3; round += 1) {
      for (const { status } of await callAll('during')) expect([200, 422]).toContain(status);
    }
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  it('in the middle of transactions costs no place in the pool', async () => {
    const broken = times(8, () =>
      inTransaction(database.db, async (tx) => {
        await tx.execute(sql`select 1`);
        hole.swallow();
        await tx.execute(sql`select 2`);
      }),
    );
    await expect(broken).rejects.toThrow();
    await expect(database.db.execute(sql`select 3`)).rejects.toThrow();
    hole.heal();
    const rows = await times(8, () =>
      inTransaction(database.db, (tx) => tx.execute(sql`select 4 as four`)),
    );
    expect(rows).toHaveLength(8);
  });
});

it('a lock that is held for long makes a request try later', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let lock = (): void => undefined;
  const locked = new Promise<void>((resolve) => {
    lock = resolve;
  });
  const holding = inTransaction(scene.deps.db, async (tx) => {
    // Whoever writes waits; what only reads does not.
    await tx.execute(sql`lock table users in exclusive mode`);
    lock();
    await held;
  });
  await locked;
  const answers = await callAll('locked');
  release();
  await holding;
  const expected = [200, 503];
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => expected[n % 2]));
  for (const { ms } of answers) expect(ms).toBeLessThan(LONGEST_MS);
});

it('a connection that comes back in the middle of a transaction serves nobody else', async () => {
  const pool = new RecoveringPool({ connectionString: scene.env['DATABASE_URL'], max: 1 });
  const client = await pool.connect();
  await client.query('begin');
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

it('transactions that wait for a row leave connections to those who read', async () => {
  const few = openPostgres(scene.env['DATABASE_URL'] ?? '', { max: 4 });
  let open = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  const waiting = times(20, () => inTransaction(few.db, () => held));
  expect(await queryRows(few.db)`select 1`).toHaveLength(1);
  open();
  await waiting;
  await few.close();
});
