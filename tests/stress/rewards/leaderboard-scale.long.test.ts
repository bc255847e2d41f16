import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createSession } from '../../../server/accounts/sessions.ts';
import type { Db } from '../../../server/db/database.ts';
import { migrationsFolder } from '../../../server/db/migrate.ts';
import { openScene, type Scene } from '../scene.ts';

/** `REWARD_USERS=1000000` takes some ten minutes; each has ten movements of coins on average. */
const USERS = Number(process.env['REWARD_USERS'] ?? 30_000);
const FEW_USERS = 1_000;
const ENTRIES_PER_USER = 10;
const CALLS = 150;
/** At most. */
const ROUNDS = 3;
/** What a call may take, times what it takes with few people. */
const FACTOR = 1.5;
const FILL_MS = 3_600_000;

interface Filled {
  readonly scene: Scene;
  readonly token: string;
}

let few: Filled;
let many: Filled;

beforeAll(async () => {
  few = await fill(FEW_USERS);
  many = await fill(USERS);
}, FILL_MS);
afterAll(async () => {
  await few.scene.close();
  await many.scene.close();
});

/** How the migration adds up what was earned before there were leaderboards. */
const backfill = (): string[] =>
  readFileSync(path.join(migrationsFolder(), '0022_rewards.sql'), 'utf8')
    .split('--> statement-breakpoint')
    .filter((statement) => statement.includes('INSERT INTO'));

/** A few people earn much and many little; entries are of the last two months. */
async function fill(users: number): Promise<Filled> {
  const scene = await openScene();
  await scene.deps.database.unhurried(async (db: Db) => {
    const run = (text: string): Promise<unknown> => db.execute(sql.raw(text));
    await run(`insert into users (username, email, email_verified_at, region, points, referral_code, referred_by, created_at)
      select 'person_' || n, 'person_' || n || '@goodies.test', now(), (array['nigeria', 'ghana', 'kenya'])[n % 3 + 1], 0,
        'CODE' || n, case when n > 100 and n % 5 = 0 then n % 100 + 1 end, now() from generate_series(1, ${users}) n`);
    await run(`insert into points_entries (user_id, delta, reason, reference, created_at)
      select 1 + floor(${users} * random() ^ 3)::int, 50, case when n % 4 = 0 then 'referral_signup' else 'share' end,
        'fill:' || n, now() - random() * interval '60 days' from generate_series(1, ${users * ENTRIES_PER_USER}) n`);
    await run(`update users set points = earned.points
      from (select user_id, sum(delta) as points from points_entries group by 1) earned where earned.user_id = users.id`);
    for (const statement of backfill()) await run(statement);
    await run('vacuum analyze');
  });
  const [probe] = (
    await scene.deps.database.executeSql(
      `select user_id from coin_totals where board = 'all' and region = '' and points between 200 and 400 order by user_id limit 1`,
    )
  ).rows;
  const token = await createSession(scene.deps.db, {
    userId: Number(probe?.['user_id']),
    remember: true,
    userAgent: 'test',
    now: new Date(),
  });
  return { scene, token };
}

async function timeOf({ scene, token }: Filled, url: string): Promise<number> {
  const begun = performance.now();
  const { statusCode } = await scene.app.inject({
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const took = performance.now() - begun;
  expect(statusCode).toBe(200);
  return took;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Medians of calls in turns, ms: a busy moment of the machine meets both. */
async function measure(url: string): Promise<{ readonly few: number; readonly many: number }> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < CALLS; n += 1) {
    times.few.push(await timeOf(few, url));
    times.many.push(await timeOf(many, url));
  }
  return { few: median(times.few), many: median(times.many) };
}

it.each([
  '/leaderboard?period=week',
  '/leaderboard?period=month',
  '/leaderboard?period=all',
  '/leaderboard?period=all&region=ghana',
  '/dashboard',
  '/points/history',
  '/referrals',
])(
  'answers %s as fast with many people',
  async (url) => {
    const rounds: { few: number; many: number }[] = [];
    const best = (): number => Math.min(...rounds.map((round) => round.many / round.few));
    // Where the machine was busy, it is measured again.
    while (rounds.length < ROUNDS && best() >= FACTOR) rounds.push(await measure(url));
    process.stdout.write(
      `${url} | ${USERS} users | ${rounds.map((round) => `${round.few.toFixed(2)} → ${round.many.toFixed(2)} ms`).join(', ')}\n`,
    );
    expect(best()).toBeLessThan(FACTOR);
  },
  FILL_MS,
);
