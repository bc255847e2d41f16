import { expect, it } from 'vitest';

import { sumOf } from '../../../bench/statistics.ts';
import { buildApp } from '../../../server/app.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { proveBooks } from '../../../server/trust/prove-books.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { waitingOf, Withdrawals } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);
const read = async (): Promise<string> => (await test.call('GET', 'root:/metrics')).text;

it('tell of jobs that wait, how many and for how long', async () => {
  await test.deps.jobs.send(test.deps.db, 'settle-visitor', { userId: 0 });
  await test.deps.jobs.send(test.deps.db, 'settle-visitor', { userId: 0 });
  const later = { startAfter: new Date(Date.now() + 3_600_000) };
  await test.deps.jobs.send(test.deps.db, 'draw-lottery', { voucherId: 0 }, later);
  const text = await read();
  expect(sumOf(text, 'jobs_due', 'queue="settle-visitor"')).toBe(2);
  expect(text).toMatch(/^jobs_due_oldest_seconds\{queue="settle-visitor"\} [\d.e-]+$/m);
  expect(text).not.toContain('queue="draw-lottery"');
});

it('tell of mails that wait, by priority', async () => {
  const { db } = test.deps;
  const late = new Date(Date.now() - 60_000);
  const mail = { to: 'a@mail.test', subject: 'Hello', createdAt: late };
  await db.insert(mails).values([
    { ...mail, priority: 'urgent', dueAt: late },
    { ...mail, priority: 'bulk', dueAt: late },
    { ...mail, priority: 'bulk', dueAt: late },
    { ...mail, priority: 'bulk', dueAt: new Date(Date.now() + 60_000) },
  ]);
  const text = await read();
  expect(sumOf(text, 'jobs_due', 'queue="mail-urgent"')).toBe(1);
  expect(sumOf(text, 'jobs_due', 'queue="mail-bulk"')).toBe(2);
  expect(sumOf(text, 'jobs_due_oldest_seconds', 'queue="mail-urgent"')).toBeGreaterThan(59);
});

it('count tries of jobs that failed, by queue and from 0 on', async () => {
  expect(await read()).toMatch(/^jobs_failed_total\{kind="mail"\} 0$/m);
  const failures = () => new Map([['mail', 7]]);
  const app = await buildApp({ ...test.deps, jobs: { ...test.deps.jobs, failures } });
  const { body } = await app.inject('/metrics');
  await app.close();
  expect(sumOf(body, 'jobs_failed_total', 'kind="mail"')).toBe(7);
});

it('tell of deliveries whose end is not known', async () => {
  expect(await read()).not.toContain('deliveries_pending{');
  const person = await withdrawals.newPayee(5000);
  const destination = { account_number: waitingOf(person) };
  expect((await withdrawals.start(person, { destination })).status).toBe(200);
  const text = await read();
  expect(sumOf(text, 'deliveries_pending', 'kind="withdrawal"')).toBe(1);
  expect(text).toMatch(/^deliveries_oldest_seconds\{kind="withdrawal",status="\w+"\} /m);
});

it('tell of the books once they were proved, and whether they are clean', async () => {
  expect(await read()).not.toMatch(/^books_clean /m);
  await proveBooks(test.deps);
  const text = await read();
  expect(text).toMatch(/^books_clean 1$/m);
  expect(text).toMatch(/^books_proof_age_seconds /m);
});

it('tell what a node knows by itself where its database does not answer, and that it does not', async () => {
  let isAway = false;
  const db = new Proxy(test.deps.db, {
    get(real, name) {
      if (isAway && (name === 'execute' || name === 'select')) throw new Error('away');
      return Reflect.get(real, name) as unknown;
    },
  });
  const app = await buildApp({ ...test.deps, db });
  isAway = true;
  const { statusCode, body } = await app.inject('/metrics');
  expect([statusCode, sumOf(body, 'database_up')]).toEqual([200, 0]);
  expect(body).toMatch(/^process_resident_memory_bytes /m);
  expect(body).not.toMatch(/^(wrong_codes|books_clean) /m);
  await app.close();
  expect(sumOf(await read(), 'database_up')).toBe(1);
});

it('count who was refused at the door, by what they wanted', async () => {
  const capacity = { arriving: 1, reads: 0, writes: 1, crowd: 1, batched: 1 };
  const app = await buildApp(test.deps, { capacity });
  for (let n = 0; n < 3; n += 1) await app.inject('/api/v1/regions');
  const { body } = await app.inject('/metrics');
  expect(body).toMatch(/^requests_shed_total\{kind="reads",reason="full"\} 3$/m);
  await app.close();
});
