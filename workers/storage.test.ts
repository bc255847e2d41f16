// oxlint-disable typescript/unbound-method -- each is called with what it belongs to
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { get, set } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';

import { MIRROR_KEEP_MS } from '../contract/constants.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../contract/durations.ts';
import { CACHES, KEYS } from '../contract/storage-keys.ts';
import { json } from '../local/testing/fake-environment.ts';
import { ULID_A, ULID_B, sampleCreated, sampleVoucher } from '../local/testing/samples.ts';
import { NOW, signedInFixture } from './testing/worker-fixture.ts';

const full = (): DOMException => new DOMException('no room', 'QuotaExceededError');

afterEach(() => vi.restoreAllMocks());

const fixture = (handler = () => json(200)) => signedInFixture(handler);

/** The real thing refuses every put until `room` says otherwise. */
function fillUp(hasRoom: () => boolean): void {
  const put = IDBObjectStore.prototype.put;
  const refuse = function (this: IDBObjectStore, ...input: Parameters<typeof put>) {
    if (!hasRoom()) throw full();
    return put.apply(this, input);
  };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
}

it('makes room of what the server can give again, and stores what was to be stored', async () => {
  const { api, db, caches, news } = await fixture();
  await db.vouchers.bulkPut([
    { ...sampleVoucher(), fetchedAt: NOW - 5 },
    { ...sampleVoucher({ ulid: ULID_B, id: 8 }), fetchedAt: NOW },
  ]);
  await caches.open(CACHES.covers);
  const count = vi.spyOn(caches, 'delete');
  fillUp(() => count.mock.calls.length > 0);
  expect(await api.trackView(ULID_A)).toEqual({ ok: true, value: true });
  expect(await db.outbox.count()).toBe(1);
  expect(count).toHaveBeenCalledWith(CACHES.covers);
  expect((await db.vouchers.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
  expect(news).toEqual([]);
});

const manyVouchers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...sampleVoucher({ ulid: `${ULID_A.slice(0, -2)}${index + 10}`, id: index }),
    fetchedAt: NOW + index,
  }));

it('halves what is kept once, however often it is looked and written, and one’s own vouchers not at all', async () => {
  const { api, db, caches, pass } = await fixture();
  await db.vouchers.bulkPut(manyVouchers(64));
  await db.createdVouchers.bulkPut([
    { ...sampleCreated(), fetchedAt: NOW - 5 },
    { ...sampleCreated({ ulid: ULID_B }), fetchedAt: NOW },
  ]);
  const dropped = vi.spyOn(caches, 'delete');
  const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  let isFull = true;
  fillUp(() => !isFull);
  await Promise.all([api.trackView(ULID_A), api.trackView(ULID_B), api.checkStorage()]);
  for (let look = 0; look < 8; look += 1) {
    pass(15 * SECOND_MS);
    expect(await api.trackView(ULID_A)).toMatchObject({ error: { code: 'storage_full' } });
    readAll.mockClear();
    expect(await api.checkStorage()).toEqual({ ok: true, value: 'full' });
    expect(readAll).not.toHaveBeenCalled();
  }
  expect(await db.vouchers.count()).toBe(32);
  expect(dropped).toHaveBeenCalledTimes(1);

  pass(10 * MINUTE_MS);
  await api.checkStorage();
  expect(await db.vouchers.count()).toBe(16);
  // A write that works says that there is room again.
  isFull = false;
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
  isFull = true;
  await api.trackView(ULID_A);
  expect(await db.vouchers.count()).toBe(8);
  expect(await db.createdVouchers.count()).toBe(2);
});

it('sends no command that moves money while its key cannot be stored, and loses nothing of before', async () => {
  const { api, db, server, news, faults } = await fixture();
  await api.trackView(ULID_B);
  const pending = { command: 'c', bodyHash: 'b', key: 'k', createdAt: NOW };
  await db.pendingCommands.put(pending);
  let isFull = true;
  fillUp(() => !isFull);
  const guess = { voucherUlid: ULID_A, code: '4829104467320' };
  expect(await api.submitGuess(guess)).toMatchObject({ error: { code: 'storage_full' } });
  expect(server.requests).toEqual([]);
  expect(news).toEqual([{ news: 'storage', state: 'full' }]);
  expect(faults).toEqual([]);
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'full' });
  expect(await db.outbox.count()).toBe(1);
  expect(await db.pendingCommands.toArray()).toEqual([pending]);
  expect(await api.trackView(ULID_A)).toMatchObject({ error: { code: 'storage_full' } });
  // It never happened: neither sent nor noted as seen.
  expect(await db.trackingWindows.count()).toBe(1);

  isFull = false;
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
  expect(await api.trackView(ULID_A)).toEqual({ ok: true, value: true });
});

it('tells of a guess that was answered, though what it teaches cannot be stored', async () => {
  const { api, db, news } = await fixture(() =>
    json(422, { success: false, code: 'wrong_guess', message: 'Try again', guess_number: 4 }),
  );
  let puts = 0;
  fillUp(() => {
    puts += 1;
    // The key has room, and nothing after it.
    return puts === 1;
  });
  const guess = { voucherUlid: ULID_A, code: '4829104467320' };
  expect(await api.submitGuess(guess)).toMatchObject({ error: { code: 'wrong_guess' } });
  expect(news).toEqual([{ news: 'kept' }, { news: 'storage', state: 'full' }]);
  expect(await db.receipts.count()).toBe(0);
});

it('says that there is no storage, and goes on once there is', async () => {
  const { api, db } = await fixture();
  db.close({ disableAutoOpen: false });
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'unavailable' });
  open.mockRestore();
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
});

it('puts back what was rescued by a rebuilding that was ended in its middle', async () => {
  const { api, db } = await fixture();
  const row = { id: 1, kind: 'view', voucherUlid: ULID_A, createdAt: NOW };
  await set(KEYS.rescuedRows, { outbox: [row], pendingCommands: [] });
  expect(await api.tidyUp()).toEqual({ ok: true, value: undefined });
  expect(await db.outbox.toArray()).toEqual([row]);
  expect(await get(KEYS.rescuedRows)).toBeUndefined();
});

it('puts back a view whose number another has taken since, and each once', async () => {
  const { api, db } = await fixture();
  await api.trackView(ULID_B);
  const row = { id: 1, kind: 'view', voucherUlid: ULID_A, createdAt: NOW };
  await set(KEYS.rescuedRows, { outbox: [row, row] });
  await api.tidyUp();
  await set(KEYS.rescuedRows, { outbox: [row] });
  await api.tidyUp();
  const ulids = (await db.outbox.toArray()).map(({ voucherUlid }) => voucherUlid);
  expect(ulids).toEqual([ULID_B, ULID_A]);
});

it('repeats a payment with the key that was rescued, before anything else has put it back', async () => {
  const { api, db, keysSent } = await fixture(() => json(500));
  const guess = { voucherUlid: ULID_A, code: '4829104467320' };
  await api.submitGuess(guess);
  await set(KEYS.rescuedRows, { pendingCommands: await db.pendingCommands.toArray() });
  await db.pendingCommands.clear();
  await api.submitGuess(guess);
  expect(keysSent().length).toBeGreaterThan(1);
  expect(new Set(keysSent()).size).toBe(1);
  expect(await get(KEYS.rescuedRows)).toBeUndefined();
});

it('keeps what was rescued until it has room', async () => {
  const { api, db } = await fixture();
  const rows = {
    outbox: [],
    pendingCommands: [{ command: 'c', bodyHash: 'b', key: 'k', createdAt: NOW }],
  };
  await set(KEYS.rescuedRows, rows);
  const refused = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw full();
  });
  expect(await api.tidyUp()).toMatchObject({ error: { code: 'storage_full' } });
  expect(await get(KEYS.rescuedRows)).toEqual(rows);
  refused.mockRestore();
  await api.tidyUp();
  expect(await db.pendingCommands.count()).toBe(1);
});

it('waits for another tab that holds an older database open, and goes on when it is closed', async () => {
  const { db } = await fixture();
  await db.delete();
  const old = new Dexie(db.name);
  old.version(1).stores({ outbox: '++id, kind, createdAt' });
  // As a tab that is frozen: it does not hear that it is in the way.
  old.on('versionchange', () => false);
  await old.table('outbox').add({ kind: 'view', voucherUlid: ULID_A, createdAt: NOW });
  const blocked = new Promise<void>((resolve) => db.on('blocked', () => resolve()));
  const opened = db.open();
  await blocked;
  old.close();
  await opened;
  expect(await db.outbox.count()).toBe(1);
});

it('tidies up by the server’s time alone', async () => {
  let serverMs: number | undefined;
  const { api, db, pass } = await fixture(() => {
    const date = serverMs === undefined ? {} : { date: new Date(serverMs).toUTCString() };
    const headers = { 'cache-control': 'no-store', ...date };
    return Response.json({ success: false }, { status: 503, headers });
  });
  await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
  // The phone says that a year has passed, and nothing else does.
  pass(365 * DAY_MS);
  await api.tidyUp();
  expect(await db.vouchers.count()).toBe(1);
  serverMs = NOW;
  await api.refreshRates();
  await api.tidyUp();
  expect(await db.vouchers.count()).toBe(1);
  serverMs = NOW + MIRROR_KEEP_MS + DAY_MS;
  await api.refreshRates();
  await api.tidyUp();
  expect(await db.vouchers.count()).toBe(0);
});

it('lets a view wait for the device’s proof by the clock that the service worker has', async () => {
  const serverMs = NOW - 10 * DAY_MS;
  const headers = { 'cache-control': 'no-store', date: new Date(serverMs).toUTCString() };
  const { api, db, server } = await fixture(() => Response.json({ success: true }, { headers }));
  await api.refreshRates();
  await api.trackView(ULID_A);
  expect((await db.outbox.toArray()).map(({ createdAt }) => createdAt)).toEqual([NOW]);
  expect((await db.trackingWindows.toArray()).map(({ at }) => at)).toEqual([serverMs]);
  await api.drainOutbox();
  expect(server.requests.filter(({ path }) => path.endsWith('track-views'))).toEqual([]);
});
