import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import { openPostgres } from '../../../server/db/database.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { setUpScene } from '../scene.ts';
import { openBlackHole } from './black-hole.ts';

const scene = setUpScene();
let url: string;

beforeAll(async () => {
  url = scene.env['DATABASE_URL'] ?? '';
});

describe('a connection that breaks', () => {
  it('under long work breaks that off, and nothing else of the process', async () => {
    const way = await openBlackHole(url);
    const database = openPostgres(way.url);
    const work = database.unhurried(async (db) => {
      await db.execute(sql`select 1`);
      await Promise.all([db.execute(sql`select pg_sleep(60)`), way.close()]);
    });
    await expect(work).rejects.toThrow('pg_sleep');
    await database.close();
  });

  it('under a job that has ended lets that be written down later', async () => {
    const hole = await openBlackHole(url);
    const database = openPostgres(hole.url, { max: 4, pace: 0.05 });
    const told: string[] = [];
    const jobs = createJobs(database, {
      info: () => undefined,
      error: (_details, message) => told.push(message),
    });
    let ends = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      ends = resolve;
    });
    let runs = 0;
    jobs.handle('chaotic', () => {
      runs += 1;
      return ended;
    });
    await jobs.start();
    await scene.deps.db.transaction((tx) => jobs.send(tx as never, 'chaotic', {}));
    await expect.poll(() => runs).toBe(1);
    hole.swallow();
    ends();
    await expect.poll(() => told).toContain('the job runner waits for the database');
    hole.heal();
    await expect.poll(() => jobs.listWaiting('chaotic').catch(() => undefined)).toEqual([]);
    expect(runs).toBe(1);
    await jobs.stop();
    await database.close();
    await hole.close();
  });
});
