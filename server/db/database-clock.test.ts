import { expect, it } from 'vitest';

import type { Db } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';

const NOON_MS = Date.UTC(2026, 10, 2, 12);

/** A machine and a database whose clocks a test moves. */
async function start() {
  const machine = { ms: 5_000 };
  const database = { ms: NOON_MS, isAway: false, roundTripMs: 0 };
  const db = {
    execute: () => {
      if (database.isAway) return Promise.reject(new Error('away'));
      machine.ms += database.roundTripMs;
      return Promise.resolve({ rows: [{ ms: String(database.ms) }] });
    },
  };
  const clock = await createDatabaseClock(db as unknown as Db, () => machine.ms);
  const pass = (ms: number): void => {
    machine.ms += ms;
    database.ms += ms;
  };
  return { machine, database, clock, pass };
}

it('tells the time of the database, whatever the machine thinks', async () => {
  const { clock, pass } = await start();
  expect(clock.now()).toBe(NOON_MS);
  pass(60_000);
  expect(clock.now()).toBe(NOON_MS + 60_000);
});

it('follows a clock that is set, and trembles with no network', async () => {
  const { clock, database } = await start();
  database.ms += 120_000;
  await clock.follow();
  expect(clock.now()).toBe(NOON_MS + 120_000);
  database.ms += 100;
  await clock.follow();
  expect(clock.now()).toBe(NOON_MS + 120_000);
});

it('goes on while the database is away, and believes no late answer', async () => {
  const { clock, database, machine } = await start();
  database.isAway = true;
  await expect(clock.follow()).rejects.toThrow('away');
  machine.ms += 1_000;
  expect(clock.now()).toBe(NOON_MS + 1_000);
  Object.assign(database, { isAway: false, roundTripMs: 9_000 });
  await clock.follow();
  expect(clock.now()).toBe(NOON_MS + 10_000);
});
