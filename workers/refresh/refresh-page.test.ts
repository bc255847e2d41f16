import { expect, it } from 'vitest';

import { TRANSACTION_PAGE_SIZE, TTL_MS, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import { readCreated } from '../../local/queries/created-vouchers.ts';
import { readTransactions } from '../../local/queries/money.ts';
import { readVoucherList } from '../../local/queries/voucher-lists.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { sampleCreated, sampleReceipt, sampleVoucher } from '../../local/testing/samples.ts';
import { signedInFixture, says } from '../testing/worker-fixture.ts';
import { forgetTransactions } from '../mirror.ts';

/** A user, and a server that sends a list by the page. */
async function fixture(count = 100) {
  let rows = Array.from({ length: count }, (_, index) => `r${index}`);
  const asked: number[] = [];
  const made = await signedInFixture(({ path }) => {
    const query = new URL(path, 'http://server').searchParams;
    const page = Number(query.get('page'));
    asked.push(page);
    const size = path.includes('/transactions') ? TRANSACTION_PAGE_SIZE : VOUCHER_PAGE_SIZE;
    const ids = rows.slice((page - 1) * size, page * size);
    const hasMore = page * size < rows.length;
    if (path.includes('/created'))
      return json(200, {
        success: true,
        vouchers: ids.map((ulid) => sampleCreated({ ulid })),
        has_more: hasMore,
        current_page: page,
      });
    if (path.includes('/vouchers'))
      return says({
        data: ids.map((ulid) => sampleVoucher({ ulid })),
        current_page: page,
        last_page: Math.ceil(rows.length / size),
        total: rows.length,
      })();
    const total_pages = Math.ceil(rows.length / size);
    const pages = { has_more: hasMore, current_page: page, total_pages, total_count: rows.length };
    return says(
      ids.map((id) => ({ ...sampleReceipt(), id })),
      pages,
    )();
  });
  return {
    ...made,
    asked,
    add: (added: number) => {
      rows = [...Array.from({ length: added }, (_, index) => `n${index}`), ...rows];
    },
    remove: (id: string) => {
      rows = rows.filter((one) => one !== id);
    },
    idsOf: (from: number, to: number) => rows.slice(from, to),
  };
}

it('ten pages are ten requests, however old the first have grown', async () => {
  const { api, asked, pass } = await fixture();
  for (let page = 1; page <= 10; page += 1) {
    await api.refreshTransactions({ page });
    pass(TTL_MS.transactions + 1);
  }
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('history: 25 movements that came meanwhile are a gap, not a page that looks like the next', async () => {
  const { api, db, add, pass, idsOf } = await fixture();
  for (const page of [1, 2, 3, 4]) await api.refreshTransactions({ page });
  add(25);
  pass(TTL_MS.transactions + 1);
  await api.refreshTransactions({});
  const offline = await readTransactions(db, {}, 40);
  expect(offline?.rows.map(({ id }) => id)).toEqual([...idsOf(0, 10), ...idsOf(25, 55)]);
  expect([...(offline?.gaps ?? [])]).toEqual(['r0']);
  expect(offline).toMatchObject({ end: 10 });
  expect((await readTransactions(db, {}, 10))?.next).toBe('gap');
  for (const page of [2, 3]) await api.refreshTransactions({ page });
  const whole = await readTransactions(db, {}, 40);
  expect(whole?.rows.map(({ id }) => id)).toEqual(idsOf(0, 40));
  expect(whole?.gaps.size).toBe(0);
});

it('my vouchers: what was made since the last visit stands above what is saved', async () => {
  const { api, db, add, pass, idsOf } = await fixture();
  for (const page of [1, 2]) await api.refreshCreated({ page });
  add(3);
  pass(TTL_MS.vouchers + 1);
  await api.refreshCreated({});
  const saved = await readCreated(db, {}, 40);
  expect(saved?.rows.map(({ ulid }) => ulid)).toEqual(idsOf(0, 27));
  expect(saved?.gaps.size).toBe(0);
});

it('home: a voucher that was won meanwhile tears no page off, and takes none with it', async () => {
  const { api, db, asked, remove, idsOf } = await fixture();
  await api.refreshVoucherList({});
  remove('r3');
  await api.refreshVoucherList({ page: 2 });
  expect(asked).toEqual([1, 2, 1]);
  const saved = await readVoucherList(db, {}, 40);
  expect(saved?.rows.map(({ ulid }) => ulid)).toEqual(idsOf(0, 24));
  expect(saved?.gaps.size).toBe(0);
});

it('a page is fresh while all of its rows are', async () => {
  const { api, db, asked, pass } = await fixture();
  for (const page of [1, 2]) await api.refreshTransactions({ page });
  pass(TTL_MS.transactions - 1);
  await api.refreshTransactions({ page: 2 });
  expect(asked).toEqual([1, 2]);
  await db.transactions.delete('r15');
  expect([...((await readTransactions(db, {}, 20))?.gaps ?? [])]).toEqual(['r16']);
  await api.refreshTransactions({ page: 2 });
  expect(asked).toEqual([1, 2, 2]);
  expect((await readTransactions(db, {}, 20))?.gaps.size).toBe(0);
});

it('a payment that has settled leaves no gap where its pending line was', async () => {
  const { api, db } = await fixture(20);
  for (const page of [1, 2]) await api.refreshTransactions({ page });
  const list = { key: 'x', ids: ['r4', 'r5'], hasMore: false, fetchedAt: 1 };
  await db.transactionLists.put(list);
  await forgetTransactions(db, ['r4']);
  expect(await db.transactionLists.get('x')).toMatchObject({ ids: ['r5'], gaps: [] });
  const saved = await readTransactions(db, {}, 20);
  expect(saved?.rows).toHaveLength(19);
  expect(saved?.gaps.size).toBe(0);
});
