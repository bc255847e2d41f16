import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { IDEMPOTENCY_KEEP_MS, MIRROR_KEEP_MS, VIEW_WINDOW_MS } from '../contract/constants.ts';
import { canonicalQuery, createdListKey, voucherListKey } from './canonical-query.ts';
import { evict } from './evict.ts';
import { isFresh } from './is-fresh.ts';
import { deviceKeys } from './keys.ts';
import { readCreated } from './queries/created-vouchers.ts';
import { readVoucher, readVoucherList } from './queries/vouchers.ts';
import { classifyStorageError } from './storage-failure.ts';
import { watchStorage } from './storage-state.ts';
import { freshDatabase } from './testing/fresh-device.ts';
import {
  CODE_A,
  ULID_A,
  ULID_B,
  sampleCreated,
  sampleReceipt,
  sampleVoucher,
} from './testing/samples.ts';

const NOW = 1_800_000_000_000;

describe('freshness', () => {
  it.each([
    [NOW, true],
    [NOW - 999, true],
    [NOW - 1_000, false],
    [NOW + 1, false],
  ])('judges a row fetched at %i', (fetchedAt, expected) => {
    expect(isFresh({ fetchedAt }, 1_000, NOW)).toBe(expected);
  });

  it('asks for what is not there', () => {
    expect(isFresh(undefined, 1_000, NOW)).toBe(false);
  });
});

describe('queries', () => {
  it('makes equal queries equal', () => {
    expect(canonicalQuery({ b: 2, a: 'x y', c: undefined, d: '' })).toBe('a=x+y&b=2');
    expect(voucherListKey({ page: 1 })).toBe(voucherListKey({ sort_by: 'amount' }));
    expect(voucherListKey({ page: 2 })).not.toBe(voucherListKey({}));
  });

  it('finds a voucher by ulid in either case and by id', async () => {
    const db = freshDatabase();
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: 1 });
    for (const name of [ULID_A, ULID_A.toLowerCase(), '7']) {
      expect((await readVoucher(db, name))?.ulid).toBe(ULID_A);
    }
    expect(await readVoucher(db, '8')).toBeUndefined();
  });

  it('finds a payment voucher by its code, and no giveaway by the code it shows', async () => {
    const db = freshDatabase();
    await db.vouchers.put({ ...sampleVoucher({ code: CODE_A }), fetchedAt: 1 });
    expect(await readVoucher(db, CODE_A)).toBeUndefined();
    const payment = sampleVoucher({ ulid: ULID_B, id: 8, purpose: 'payment', code: CODE_A });
    await db.vouchers.put({ ...payment, fetchedAt: 1 });
    expect((await readVoucher(db, CODE_A))?.ulid).toBe(ULID_B);
  });

  it('lists one’s own vouchers by status and page', async () => {
    const db = freshDatabase();
    await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: 1 });
    const key = createdListKey({ status: 'all', page: 1 });
    await db.createdVoucherLists.put({ key, ulids: ['GONE', ULID_A], hasMore: true, fetchedAt: 5 });
    const page = await readCreated(db, {});
    expect(page).toMatchObject({ hasMore: true, fetchedAt: 5, vouchers: [{ code: CODE_A }] });
    expect(await readCreated(db, { status: 'pending' })).toBeUndefined();
    expect(await readCreated(db, { page: 2 })).toBeUndefined();
  });

  it('lists vouchers in the order of the server, without those that are gone', async () => {
    const db = freshDatabase();
    const query = { currency: 'NGN' } as const;
    expect(await readVoucherList(db, query)).toBeUndefined();
    const ulids = [ULID_B, 'GONE', ULID_A];
    await db.voucherLists.put({
      key: voucherListKey(query),
      ulids,
      lastPage: 3,
      total: 30,
      fetchedAt: 5,
    });
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: 1 });
    await db.vouchers.put({ ...sampleVoucher({ ulid: ULID_B }), fetchedAt: 1 });
    const page = await readVoucherList(db, query);
    expect(page?.vouchers.map(({ ulid }) => ulid)).toEqual([ULID_B, ULID_A]);
    expect(page).toMatchObject({ lastPage: 3, total: 30, fetchedAt: 5 });
  });
});

describe('eviction', () => {
  it('deletes what is past its time and nothing else', async () => {
    const db = freshDatabase();
    const old = NOW - MIRROR_KEEP_MS - 1;
    await db.vouchers.bulkPut([
      { ...sampleVoucher(), fetchedAt: old },
      { ...sampleVoucher({ ulid: ULID_B }), fetchedAt: NOW },
    ]);
    await db.trackingWindows.bulkPut([
      { key: 'a', kind: 'view', at: NOW - VIEW_WINDOW_MS - 1 },
      { key: 'b', kind: 'view', at: NOW - VIEW_WINDOW_MS },
    ]);
    await db.waits.bulkPut([
      { ulid: ULID_A, untilMs: NOW - 1 },
      { ulid: ULID_B, untilMs: NOW + 1 },
    ]);
    await db.pendingCommands.bulkPut([
      { command: 'c', bodyHash: 'old', key: 'k', createdAt: NOW - IDEMPOTENCY_KEEP_MS - 1 },
      { command: 'c', bodyHash: 'new', key: 'k', createdAt: NOW },
    ]);
    await db.receipts.put({ voucherUlid: ULID_A, guessNumber: 1, at: 0, result: 'wrong' });
    await db.createdVouchers.bulkPut([
      { ...sampleCreated(), fetchedAt: old },
      { ...sampleCreated({ ulid: ULID_B }), fetchedAt: NOW },
    ]);
    await db.transactionReceipts.put({ ...sampleReceipt(), fetchedAt: old });
    await db.banks.put({ key: 'region=kenya', currency: 'KES', banks: [], fetchedAt: old });
    await evict(db, NOW);
    expect((await db.createdVouchers.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
    expect(await db.transactionReceipts.count()).toBe(0);
    expect(await db.banks.count()).toBe(0);
    expect((await db.vouchers.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
    expect((await db.trackingWindows.toArray()).map(({ key }) => key)).toEqual(['b']);
    expect((await db.waits.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
    expect((await db.pendingCommands.toArray()).map(({ bodyHash }) => bodyHash)).toEqual(['new']);
    expect(await db.receipts.count()).toBe(1);
  });
});

describe('storage failures', () => {
  const quota = Object.assign(new Error('full'), { name: 'QuotaExceededError' });

  it.each([
    ['itself', quota, 'full'],
    ['inside', { name: 'AbortError', inner: quota }, 'full'],
    [
      'among the failures of a bulk call',
      { name: 'BulkError', failures: [new Error('x'), quota] },
      'full',
    ],
    ['no database', new Dexie.MissingAPIError('no IndexedDB'), 'unavailable'],
    ['another matter', new Error('boom'), undefined],
    ['no error at all', 'boom', undefined],
  ])('are recognised: %s', (_, error, expected) => {
    expect(classifyStorageError(error)).toBe(expected);
  });

  it('survive a cycle of causes', () => {
    const error: { name: string; inner?: unknown } = { name: 'AbortError' };
    error.inner = error;
    expect(classifyStorageError(error)).toBeUndefined();
  });

  it('are told to whoever watches, until there is room again', () => {
    const store = watchStorage(freshDatabase());
    const seen: string[] = [];
    const stop = store.subscribe(() => seen.push(store.getSnapshot()));
    store.report(quota);
    store.report(quota);
    store.recovered();
    stop();
    store.report(quota);
    expect(seen).toEqual(['full', 'ok']);
  });

  it('says when another tab has a newer database', async () => {
    const db = freshDatabase();
    const store = watchStorage(db);
    await db.open();
    const newer = new Dexie(db.name);
    newer.version(db.verno + 1).stores({
      ...Object.fromEntries(db.tables.map(({ name, schema }) => [name, schema.primKey.src])),
      later: 'id',
    });
    await newer.open();
    expect(store.getSnapshot()).toBe('outdated');
    newer.close();
  });
});

describe('small keys', () => {
  it('make one device id, also for threads that ask at once, until they are cleared', async () => {
    const ids = await Promise.all([deviceKeys.deviceId(), deviceKeys.deviceId()]);
    expect(new Set([...ids, await deviceKeys.deviceId()]).size).toBe(1);
    await deviceKeys.writeToken('token');
    await deviceKeys.writePendingVoucher(ULID_A);
    expect(await deviceKeys.readPendingVoucher()).toBe(ULID_A);
    await deviceKeys.clear();
    expect(await deviceKeys.readToken()).toBeUndefined();
    expect(await deviceKeys.readPendingVoucher()).toBeUndefined();
    expect(await deviceKeys.deviceId()).not.toBe(ids[0]);
  });
});
