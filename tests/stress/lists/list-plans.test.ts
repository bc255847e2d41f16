import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { VoucherListQuery } from '../../../contract/vouchers.ts';
import { listFeatured, listGiveaways } from '../../../server/giveaways/list-giveaways.ts';
import { openWatchedScene, type WatchedScene } from './watched-scene.ts';

const VOUCHERS = 20_000;

let watched: WatchedScene;

beforeAll(async () => {
  watched = await openWatchedScene();
  const { db } = watched;
  await db.execute(sql`insert into users (username, email, password_hash, region, referral_code, created_at)
    values ('ada', 'ada@goodies.test', 'x', 'nigeria', 'ADA1', now())`);
  await db.execute(sql`insert into vouchers (ulid, purpose, type, status, creator_id, region, currency,
      amount, fee, code_encrypted, code_hash, masked_code, masked_digits, reveal_method,
      first_reveal_views, second_reveal_views, views, created_at, expires_at)
    select 'v' || n, 'giveaway', 'goodies', case when n % 4 = 0 then 'completed' else 'active' end,
      (select id from users), 'nigeria', 'NGN', n * 100, 0, '', 'h' || n, '****', 4, 'views',
      500, 1000, n % 1000, now(), now() + n * interval '1 minute'
    from generate_series(1, ${sql.raw(String(VOUCHERS))}) n`);
  await db.execute(sql`analyze vouchers`);
});
afterAll(() => watched.close());

const READS_ALL = /Seq Scan on vouchers|Bitmap/;

/** How PostgreSQL finds the rows of a list that the server was asked for. */
const planOf = (query: VoucherListQuery): Promise<string> =>
  planOfLast(() => listGiveaways({ ...watched.scene.deps, db: watched.db }, query, 1));

async function planOfLast(read: () => Promise<unknown>): Promise<string> {
  const sent = await watched.sentBy(read);
  const list = sent.findLast((statement) => statement.query.includes('order by'));
  const { rows } = await watched.pool.query(`explain (analyze) ${list?.query}`, list?.params ?? []);
  return rows.map((row) => String(Object.values(row as object)[0])).join('\n');
}

it('finds the largest prizes by the index of amounts, kind by kind', async () => {
  const plan = await planOf({});
  expect(plan).toMatch(/Index Only Scan Backward using vouchers_open_amount/);
  expect(plan).not.toMatch(READS_ALL);
});

it('begins at a bound of the amount, wherever in the list it lies', async () => {
  const plan = await planOf({ min_amount: 19_000, amount_currency: 'NGN', sort_order: 'asc' });
  expect(plan).toMatch(/Index Only Scan using vouchers_open_amount.*\n\s+Index Cond: .*amount >= /);
  expect(plan).not.toMatch(READS_ALL);
});

it.each([
  ['created_at', 'vouchers_open_created'],
  ['views', 'vouchers_open_views'],
  ['ending_soon', 'vouchers_open_end'],
  ['nearly_open', 'vouchers_open_progress'],
] as const)('walks the index of %s for everything and for many', async (sort, index) => {
  for (const query of [
    {},
    { type: 'goodies' },
    { min_amount: 5_000, max_amount: 150_000, amount_currency: 'NGN' },
    { creator_name: 'a' },
    { not_currency: 'GHS' },
  ] as const)
    for (const order of ['desc', 'asc'] as const) {
      const plan = await planOf({ ...query, sort_by: sort, sort_order: order });
      expect(plan).toContain(`using ${index}`);
      expect(plan).not.toMatch(READS_ALL);
    }
});

it('finds what has not started by an index of its own', async () => {
  await watched.db.execute(
    sql`update vouchers set starts_at = now() + id * interval '1 minute' where id % 100 = 1`,
  );
  await watched.db.execute(sql`analyze vouchers`);
  for (const order of ['desc', 'asc'] as const) {
    const plan = await planOf({ sort_by: 'nearly_open', sort_order: order });
    expect(plan).toMatch(/Index Scan.* using vouchers_awaited/);
    expect(plan).toContain('using vouchers_open_progress');
    expect(plan).not.toMatch(READS_ALL);
  }
  await watched.db.execute(sql`update vouchers set starts_at = null where starts_at is not null`);
  await watched.db.execute(sql`analyze vouchers`);
});

it('reads few giveaways by their amounts, in whichever order', async () => {
  for (const sort of ['created_at', 'views', 'ending_soon', 'nearly_open'] as const) {
    const plan = await planOf({ min_amount: 19_500, amount_currency: 'NGN', sort_by: sort });
    expect(plan).toContain('using vouchers_open_amount');
    expect(plan).not.toMatch(READS_ALL);
  }
});

it('finds those for visitors by an index: what an administrator chose, then what most people look at', async () => {
  await watched.db.execute(sql`update vouchers set featured_at = now() where ulid = 'v5'`);
  const plan = await planOfLast(() => listFeatured({ ...watched.scene.deps, db: watched.db }));
  expect(plan).toContain('using vouchers_list_featured');
  expect(plan).not.toContain('Sort');
});
