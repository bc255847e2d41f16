import { Socket } from 'node:net';

import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { SECOND_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { openPostgres, type Database } from '../../../server/db/database.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { addCreator, setUpScene, postGiveaway } from '../scene.ts';
import { openBlackHole, type BlackHole } from './black-hole.ts';

const scene = setUpScene(undefined, { checksBooks: false });
let url: string;
const opened: Database[] = [];

beforeAll(async () => {
  url = scene.env['DATABASE_URL'] ?? '';
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) await database.close();
});

/** A pool that the test's end closes. */
function open(...args: Parameters<typeof openPostgres>): Database {
  const database = openPostgres(...args);
  opened.push(database);
  return database;
}

async function pidOf({ db }: Database): Promise<number> {
  const [row] = await queryRows<{ pid: number }>(db)`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

describe('a connection', () => {
  it('is kept alive by the system, which finds out when the other side is gone', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    await pidOf(open(url));
    expect(keepAlive).toHaveBeenCalledWith(true, 10 * SECOND_MS);
  });

  it('is replaced after half an hour, however busy it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const database = open(url, { max: 1 });
    const first = await pidOf(database);
    /** Uses it so often that it is never given up for being idle. */
    const useFor = async (ms: number): Promise<Set<number>> => {
      const pids = new Set<number>();
      for (let passedMs = 0; passedMs < ms; passedMs += 5 * SECOND_MS) {
        await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
        pids.add(await pidOf(database));
      }
      return pids;
    };
    expect([...(await useFor(29 * MINUTE_MS))]).toEqual([first]);
    const later = [...(await useFor(2 * MINUTE_MS))];
    expect(later).toHaveLength(2);
    expect(later[0]).toBe(first);
  });
});

describe('of a node that falls silent, the database', () => {
  let hole: BlackHole;
  const HURRIED = { applicationName: 'silent', max: 4, pace: 0.05 };
  afterEach(() => hole.close());

  const countSessions = async (): Promise<number> => {
    const [row] = await queryRows<{ n: number }>(scene.deps.db)`
      select count(*)::int as n from pg_stat_activity where application_name = 'silent'`;
    return row?.n ?? -1;
  };

  it('ends the connections, whose end never arrived', async () => {
    hole = await openBlackHole(url);
    const database = open(hole.url, HURRIED);
    await Promise.all(Array.from({ length: 4 }, () => pidOf(database)));
    expect(await countSessions()).toBe(4);
    hole.swallow();
    await expect.poll(countSessions).toBe(0);
  });

  it.each(['hurried', 'unhurried'] as const)('frees the locks of %s work', async (kind) => {
    hole = await openBlackHole(url);
    const database = open(hole.url, HURRIED);
    const lock = sql`select pg_advisory_xact_lock(4711)`;
    let hasLock = (): void => undefined;
    const locked = new Promise<void>((resolve) => {
      hasLock = resolve;
    });
    const hold = (db: Database['db']) =>
      inTransaction(db, async (tx) => {
        await tx.execute(lock);
        hole.swallow();
        hasLock();
        await tx.execute(sql`select 1`);
      });
    const work = kind === 'hurried' ? hold(database.db) : database.unhurried(hold);
    const ended = work.catch(() => undefined);
    await locked;
    await inTransaction(scene.deps.db, (tx) => tx.execute(lock));
    await hole.close();
    await ended;
  });
});

it('a draw waits for a lock no longer than others, and leaves it to a later try', async () => {
  const creator = await addCreator(scene.deps, 'drawn', 1);
  const ulid = await postGiveaway(scene.deps, creator);
  const [voucher] = await queryRows<{ id: number }>(scene.deps.db)`
    select id from vouchers where ulid = ${ulid}`;
  const id = voucher?.id ?? 0;
  await inTransaction(scene.deps.db, async (tx) => {
    await tx.execute(sql`select id from vouchers where id = ${id} for update`);
    await expect(drawLottery(scene.deps, id)).rejects.toMatchObject({ cause: { code: '55P03' } });
  });
});
