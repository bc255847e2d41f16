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
      amount, fee, worth, code_encrypted, code_hash, masked_code, masked_digits, reveal_method,
      first_reveal_views, second_reveal_views, views, created_at, expires_at)
    select 'v' || n, 'giveaway', 'goodies', case when n % 4 = 0 then 'completed' else 'active' end,
      (select id from users), 'nigeria', 'NGN', n * 100, 0, n * 100, '', 'h' || n, '****', 4, 'views',
      500, 1000, n % 1000, now(), now() + n * interval '1 minute'
    from generate_series(1, ${sql.raw(String(VOUCHERS))}) n`);
  await db.execute(sql`analyze vouchers`);
});
afterAll(() => watched.close());

/** Below the limit of a page: the few rows that it has may be sorted, not those that they are chosen from. */
const SORT_OF_MORE = /Limit[^]*Sort/;

/** How PostgreSQL finds the rows of a list that the server was asked for. */
const planOf = (query: VoucherListQuery): Promise<string> =>
  planOfLast(() => listGiveaways({ ...watched.scene.deps, db: watched.db }, query, 1));

async function planOfLast(read: () => Promise<unknown>): Promise<string> {
  const sent = await watched.sentBy(read);
  const list = sent.findLast((statement) => statement.query.includes('order by'));
  const { rows } = await watched.pool.query(`explain (analyze) ${list?.query}`, list?.params ?? []);
  return rows.map((row) => String(Object.values(row as object)[0])).join('\n');
}

it('finds the largest prizes by the index on their worth, without sorting', async () => {
  const plan = await planOf({});
  expect(plan).toMatch(/Index Only Scan Backward using vouchers_list_worth/);
  expect(plan).not.toMatch(SORT_OF_MORE);
});

it('begins at a bound on the worth, wherever in the list it lies', async () => {
  const plan = await planOf({ min_amount: 19_000, amount_currency: 'NGN', sort_order: 'asc' });
  expect(plan).toMatch(/Index Only Scan using vouchers_list_worth.*\n\s+Index Cond: \(worth >= /);
  expect(plan).not.toMatch(SORT_OF_MORE);
});

it('finds what ends first by an index, too', async () => {
  const plan = await planOf({ sort_by: 'ending_soon' });
  expect(plan).toContain('Index Only Scan using vouchers_list_ending');
  expect(plan).not.toMatch(SORT_OF_MORE);
});

it('finds what is nearly open by an index, wherever in a list it is', async () => {
  for (const order of ['desc', 'asc'] as const)
    for (const query of [{}, { type: 'goodies' }] as const) {
      const plan = await planOf({ ...query, sort_by: 'nearly_open', sort_order: order, page: 20 });
      const walks =
        plan.match(/Index Only Scan( Backward)? using vouchers_(list|kind)_nearness/g) ?? [];
      expect(walks).toHaveLength(3);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    }
});

it('looks at no row on the way for bounds of worth, in whichever order', async () => {
  const bounds = { min_amount: 5_000, max_amount: 15_000, amount_currency: 'NGN' } as const;
  for (const sort of ['amount', 'created_at', 'views', 'ending_soon', 'nearly_open'] as const) {
    const plan = await planOf({ ...bounds, sort_by: sort });
    expect(plan).toMatch(/Index Only Scan( Backward)? using vouchers_list_/);
    expect(plan).not.toMatch(
      /Seq Scan on vouchers|Bitmap|Index Scan( Backward)? using vouchers_list_/,
    );
  }
});

it('looks at no row on the way for creators whose names have a part that many have, in whichever order', async () => {
  for (const sort of ['amount', 'created_at', 'views', 'ending_soon', 'nearly_open'] as const) {
    const plan = await planOf({ creator_name: 'e', sort_by: sort, page: 20 });
    expect(plan).toMatch(/Index Only Scan( Backward)? using vouchers_list_/);
    expect(plan).not.toMatch(/Index Scan( Backward)? using vouchers_list_/);
  }
});

it('finds those for visitors by an index: what an administrator chose, then what most people look at', async () => {
  await watched.db.execute(sql`update vouchers set featured_at = now() where ulid = 'v5'`);
  const plan = await planOfLast(() => listFeatured({ ...watched.scene.deps, db: watched.db }));
  expect(plan).toContain('using vouchers_list_featured');
  expect(plan).not.toContain('Sort');
});
