import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { LIST_TOTAL_MAX, TRANSACTION_PAGE_SIZE } from '../../../contract/constants.ts';
import type { VoucherListQuery } from '../../../contract/vouchers.ts';
import type { TransactionsQuery } from '../../../contract/wallet.ts';
import type { Db } from '../../../server/db/database.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { listGiveaways } from '../../../server/giveaways/list-giveaways.ts';
import { listTransactions } from '../../../server/wallet/list-transactions.ts';
import { readReceipt } from '../../../server/wallet/read-receipt.ts';
import { fillLists, RARE_NAME } from './fill-lists.ts';
import { openGrowthOfTimes, type GrowthOfTimes, type ReadPage } from './growth-of-times.ts';
import { openWatchedScene, type WatchedScene } from './watched-scene.ts';

/** `LIST_ROWS=1000000 LIST_TIMES=15` fills for some minutes, and says how much longer each call takes than with 1,000. */
const ROWS = Number(process.env['LIST_ROWS'] ?? 100_000);
/** How often each is timed; not at all without. */
const CALLS = Number(process.env['LIST_TIMES'] ?? 0);
/** A person's movements stop growing before the vouchers do. */
const MOVEMENTS_MAX = 100_000;
const FILL_MS = 3_600_000;
/** Pages of 8 KB that a call may look at; a whole list of 100,000 has some 8,000. */
const BUFFERS_MAX = 5_000;

let watched: WatchedScene;
let scene: WatchedScene['scene'];
let pool: WatchedScene['pool'];
let db: Db;
let personId: number;
let growth: GrowthOfTimes | undefined;

beforeAll(async () => {
  watched = await openWatchedScene();
  ({ scene, pool, db } = watched);
  personId = await fillLists(scene.deps.database, ROWS, Math.min(ROWS, MOVEMENTS_MAX));
  if (CALLS > 0) growth = await openGrowthOfTimes(CALLS);
}, FILL_MS);
afterAll(async () => {
  await growth?.close();
  await watched.close();
});

interface Plan {
  readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
}

/** Pages of the database that a call looks at, over all its statements. */
async function buffersOf(call: () => Promise<unknown>): Promise<number> {
  const statements = await watched.sentBy(call);
  let buffers = 0;
  for (const { query, params } of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': Plan[] }>(
      `explain (analyze, buffers, format json) ${query}`,
      params,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    buffers += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  }
  return buffers;
}

/** The same of some pages, the first unless given. */
async function buffersOfPages(
  name: string,
  read: ReadPage,
  readLike: ReadPage,
  pages: readonly number[] = [1],
): Promise<number[]> {
  const buffers: number[] = [];
  for (const page of pages) {
    const looked = await buffersOf(() => read(db, page));
    buffers.push(looked);
    await growth?.of(`${name}, page ${page}, looks at ${looked}`, db, page, read, readLike);
  }
  return buffers;
}

const giveaways =
  (query: VoucherListQuery): ReadPage =>
  async (from, page) => {
    const asked = { ...query, page };
    const {
      data,
      total,
      per_page: perPage,
    } = await listGiveaways({ ...scene.deps, db: from }, asked, personId);
    return { rows: data.length, total, perPage };
  };

const transactions =
  (query: TransactionsQuery): ReadPage =>
  async (from, page) => {
    const { data, total_count: total } = await listTransactions(from, personId, { ...query, page });
    return { rows: data.length, total, perPage: TRANSACTION_PAGE_SIZE };
  };

const FILTERS: readonly (readonly [string, VoucherListQuery])[] = [
  ['everything', {}],
  ['a type', { type: 'goodies' }],
  ['a rare type', { type: 'digital' }],
  ['a currency', { currency: 'NGN' }],
  ['a rare currency', { currency: 'USD' }],
  ['all currencies but one', { not_currency: 'NGN' }],
  ['a reveal method', { reveal_method: 'time' }],
  ['all three', { type: 'mobile', currency: 'GHS', reveal_method: 'lottery' }],
  ['three that nothing is', { type: 'digital', currency: 'USD', reveal_method: 'lottery' }],
  ["a creator's name", { creator_name: RARE_NAME }],
  ['a part of many names', { creator_name: 'person' }],
  ['two letters', { creator_name: 'er' }],
  ['one letter', { creator_name: 'e' }],
  ['a name that nobody has', { creator_name: 'zzz' }],
  ['at least', { min_amount: 20_000, amount_currency: 'NGN' }],
  ['between', { min_amount: 100, max_amount: 200, amount_currency: 'GHS' }],
  ['more than there is', { min_amount: 10_000_000, amount_currency: 'NGN' }],
];
/** What is asked for in the same way as what is rare, and of which there is more. */
const LIKE: Readonly<Record<string, VoucherListQuery>> = {
  'a rare type': { type: 'goodies' },
  'a rare currency': { currency: 'NGN' },
  'all three': { type: 'goodies', currency: 'NGN', reveal_method: 'views' },
};
const SORTS = ['amount', 'created_at', 'views', 'ending_soon', 'nearly_open'] as const;
const ORDERS = ['desc', 'asc'] as const;

describe.each(FILTERS)('a list of open giveaways, %s', (filter, query) => {
  it.each(SORTS.flatMap((sort) => ORDERS.map((order) => [sort, order] as const)))(
    'by %s, %s, is read without reading much else',
    async (sort, order) => {
      const sorted = { sort_by: sort, sort_order: order };
      const buffers = await buffersOfPages(
        `${filter}, ${sort} ${order}`,
        giveaways({ ...query, ...sorted }),
        giveaways({ ...LIKE[filter], ...sorted }),
      );
      expect(Math.max(...buffers)).toBeLessThan(BUFFERS_MAX);
    },
  );
});

const LINES: readonly (readonly [string, TransactionsQuery])[] = [
  ['everything', {}],
  ['top-ups', { type: 'topup' }],
  ['a rare kind', { type: 'voucher_commission_share' }],
  ['a kind that nothing is', { type: 'bill' }],
  ['completed', { status: 'completed' }],
  ['failed', { status: 'failed' }],
  ['pending', { status: 'pending' }],
  ['processing', { status: 'processing' }],
  ['failed withdrawals', { type: 'withdrawal', status: 'failed' }],
  ['a week', { start_date: '2026-03-01', end_date: '2026-03-07' }],
  ['top-ups of a week', { type: 'topup', start_date: '2026-03-01', end_date: '2026-03-07' }],
];

it.each(LINES)("reads one person's transactions, %s, without the others", async (name, query) => {
  const buffers = await buffersOfPages(
    `transactions, ${name}`,
    transactions(query),
    transactions({}),
    [1, 20],
  );
  expect(Math.max(...buffers)).toBeLessThan(BUFFERS_MAX);
});

it('reads one transaction without the others', async () => {
  const { data } = await listTransactions(db, personId, { page: 7 });
  for (const { id } of data.slice(0, 2))
    expect(await buffersOf(() => readReceipt(db, personId, id))).toBeLessThan(100);
});

it('says of a long list how many there are at least, and goes on to its end', async () => {
  const first = await listGiveaways({ ...scene.deps, db }, {}, personId);
  expect(first).toMatchObject({ total: LIST_TOTAL_MAX, last_page: 84 });
  const later = await listGiveaways({ ...scene.deps, db }, { page: 84 }, personId);
  expect(later).toMatchObject({ total: 1_009, last_page: 85 });
  const { rows } = await pool.query<{ left: string }>(
    `select count(*) as left from vouchers where status = 'active' and not is_private`,
  );
  const all = Number(rows[0]?.left);
  const last = await listGiveaways(
    { ...scene.deps, db },
    { per_page: 100, page: Math.ceil(all / 100) },
    personId,
  );
  expect(last).toMatchObject({ total: all, last_page: Math.ceil(all / 100) });

  const lines = await listTransactions(db, personId, {});
  expect(lines).toMatchObject({ total_count: LIST_TOTAL_MAX, total_pages: 100, has_more: true });
  const further = await listTransactions(db, personId, { page: 100 });
  expect(further).toMatchObject({ total_count: 1_001, total_pages: 101, has_more: true });
});

it('lists what sorting everything would list', async () => {
  const asked = { type: 'mobile', currency: 'GHS', sort_by: 'ending_soon', page: 3 } as const;
  const { data } = await listGiveaways({ ...scene.deps, db }, asked, personId);
  const rows = await queryRows<{ ulid: string }>(db)`
    select ulid from vouchers where status = 'active' and not is_private and type = 'mobile' and currency = 'GHS'
    order by least(final_reveal_time, expires_at), id limit 12 offset 24`;
  expect(data.map(({ ulid }) => ulid)).toEqual(rows.map(({ ulid }) => ulid));
});

it.each(ORDERS)(
  'lists what sorting everything by its way to a digit would list, %s',
  async (order) => {
    const nowMs = Date.now();
    const deps = { ...scene.deps, db, clock: { now: () => nowMs } };
    for (const type of [undefined, 'mobile'] as const)
      for (const page of [1, 20]) {
        const asked = { sort_by: 'nearly_open', sort_order: order, page } as const;
        const { data } = await listGiveaways(deps, type ? { ...asked, type } : asked, personId);
        const rows = await queryRows<{ ulid: string }>(db)`
          select ulid from vouchers where status = 'active' and not is_private and type = coalesce(${type ?? null}, type)
        order by case when reveal_method = 'views' and views < 500 then views::float8 / 500
          when reveal_method = 'views' then views::float8 / 1000
          when remaining_time > ${new Date(nowMs).toISOString()}
            then 1 - extract(epoch from remaining_time - ${new Date(nowMs).toISOString()})::float8 / 86400
        end ${sql.raw(order === 'asc' ? 'asc nulls first' : 'desc nulls last')},
          remaining_time ${sql.raw(order === 'asc' ? 'desc nulls last' : 'asc nulls first')},
          id ${sql.raw(order)}
        limit 12 offset ${12 * (page - 1)}`;
        expect(data.map(({ ulid }) => ulid)).toEqual(rows.map(({ ulid }) => ulid));
      }
  },
);
