import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { HOUR_MS } from '../../contract/durations.ts';
import { users } from '../../server/db/schema/accounts.ts';
import { bookProofs } from '../../server/db/schema/operations.ts';
import { proveBooks } from '../../server/trust/prove-books.ts';
import { addCreator, openScene, postGiveaway, type Scene } from './scene.ts';

const COMMAND = fileURLToPath(new URL('../../dist/server/books.js', import.meta.url));

let scene: Scene;
let userId: number;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'goodies-books-'));
  scene = await openScene();
  const creator = await addCreator(scene.deps, 'creator', 1);
  userId = creator.userId;
  await postGiveaway(scene.deps, creator);
});
afterAll(async () => {
  await scene.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm run books` with a configuration. */
function books(env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [COMMAND], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env },
  });
}

it('nodes that are to prove the books at the same moment prove them once', async () => {
  const { db } = scene.deps;
  const before = await db.$count(bookProofs);
  await Promise.all(Array.from({ length: 8 }, () => proveBooks(scene.deps, HOUR_MS)));
  expect(await db.$count(bookProofs)).toBe(before + 1);
  // Another run, which began before the last one ended, has nothing left to do.
  await proveBooks(scene.deps, HOUR_MS);
  expect(await db.$count(bookProofs)).toBe(before + 1);
});

it('a proof begins only once the one before it has ended', async () => {
  const { db, database } = scene.deps;
  const before = await db.$count(bookProofs);
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun = vi.fn();
  // A proof that takes long: its first statement after the lock is answered late.
  const slow: typeof database = {
    ...database,
    unhurried: (work) =>
      database.unhurried(async (connection) => {
        const transaction: typeof connection.transaction = async (...args) => {
          begun();
          await held;
          return connection.transaction(...args);
        };
        return work(Object.assign(Object.create(connection) as typeof connection, { transaction }));
      }),
  };
  const first = proveBooks({ ...scene.deps, database: slow });
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  await proveBooks(scene.deps);
  expect(await db.$count(bookProofs)).toBe(before);
  end();
  await first;
  expect(await db.$count(bookProofs)).toBe(before + 1);
});

describe('npm run books', () => {
  it('prints a line for each invariant of a database in use, and exits 0', () => {
    const { status, stdout, stderr } = books(scene.env);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatch(/^ok {6}.+ \(\d+ checked\)$/);
    expect(lines).toContain('ok      each giveaway was paid in once, in full (1 checked)');
    expect(status).toBe(0);
  });

  it('exits 1 with the row that breaks one', async () => {
    await scene.deps.db.update(users).set({ points: 7 }).where(eq(users.id, userId));
    const { status, stdout } = books(scene.env);
    await scene.deps.db.update(users).set({ points: 0 }).where(eq(users.id, userId));
    expect(stdout).toContain('BROKEN  points are the sum of their entries (1 checked)');
    expect(stdout).toContain(`user ${userId} has 7 points, the entries sum to 0`);
    expect(status).toBe(1);
  });

  it('leaves the embedded database to the server that has it open', () => {
    mkdirSync(path.join(folder, 'pglite'));
    writeFileSync(path.join(folder, 'goodies.lock'), String(process.pid));
    const { status, stdout, stderr } = books({});
    expect(stdout).toBe('');
    expect(stderr).toContain('belongs to the running server');
    expect(status).toBe(2);
  });

  it.each([
    ['where there is no database', { DATA_DIR: '/nowhere' }, 'start Goodies once first'],
    ['of a database that is away', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'ECONNREFUSED'],
    ['without a readable configuration', { PORT: 'ninety' }, 'PORT must be a number'],
  ])('proves nothing %s, and says so', (_where, env, reason) => {
    const { status, stderr } = books(env);
    expect(stderr).toContain(reason);
    expect(stderr.startsWith('goodies: ')).toBe(true);
    expect(status).toBe(2);
  });
});
