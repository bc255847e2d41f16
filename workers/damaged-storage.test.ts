// oxlint-disable typescript/unbound-method -- each is called with what it belongs to
import 'fake-indexeddb/auto';
import { get } from 'idb-keyval';
import { afterEach, expect, it, vi, beforeEach } from 'vitest';

import { CACHES, KEYS } from '../contract/storage-keys.ts';
import { json } from '../local/testing/fake-environment.ts';
import { ULID_A, ULID_B, sampleVoucher } from '../local/testing/samples.ts';
import { NOW, signedInFixture } from './testing/worker-fixture.ts';

const full = (): DOMException => new DOMException('no room', 'QuotaExceededError');

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const fixture = () => signedInFixture(() => json(200));

/** Opening it for use fails, as with files that are broken in part, until the database is deleted. */
function breakFiles(name: string): void {
  let isBroken = true;
  const { open, deleteDatabase } = indexedDB;
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((which) => {
    if (which === name) isBroken = false;
    return deleteDatabase.call(indexedDB, which);
  });
  vi.spyOn(indexedDB, 'open').mockImplementation((which, version) => {
    // Dexie asks for its version; what is read to be rescued takes the database as it is.
    if (which === name && isBroken && version !== undefined)
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    return open.call(indexedDB, which, version);
  });
}

it('makes a damaged database anew, with what only the device knows', async () => {
  const { api, db } = await fixture();
  await api.trackView(ULID_A);
  await db.pendingCommands.put({ command: 'c', bodyHash: 'b', key: 'k', createdAt: NOW });
  await db.receipts.put({ voucherUlid: ULID_A, guessNumber: 1, at: NOW, result: 'entered' });
  await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
  const session = await db.session.toArray();
  db.close({ disableAutoOpen: false });
  breakFiles(db.name);

  expect(await api.checkStorage()).toEqual({ ok: true, value: 'rebuilt' });
  expect((await db.outbox.toArray()).map(({ voucherUlid }) => voucherUlid)).toEqual([ULID_A]);
  expect((await db.pendingCommands.toArray()).map(({ key }) => key)).toEqual(['k']);
  expect(await db.receipts.count()).toBe(1);
  expect(await db.session.toArray()).toEqual(session);
  expect(await db.vouchers.count()).toBe(0);
  expect(await get(KEYS.rescuedRows)).toBeUndefined();
  // A window that is open still stands: the view is not counted twice.
  expect(await api.trackView(ULID_A)).toEqual({ ok: true, value: false });
});

/** Keys of payments without an answer, a view, and a voucher that the server has as well. */
async function filledFixture() {
  const made = await fixture();
  const { api, db } = made;
  await api.trackView(ULID_A);
  await db.pendingCommands.put({ command: 'c', bodyHash: 'b', key: 'k', createdAt: NOW });
  await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
  db.close({ disableAutoOpen: false });
  const counts = () =>
    Promise.all([db.pendingCommands, db.outbox, db.vouchers].map((table) => table.count()));
  return { ...made, counts };
}

/** Reading the rows of a table fails where this says so. */
function failReading(faultOf: (table: string) => DOMException | undefined) {
  const { getAll } = IDBObjectStore.prototype;
  return vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...input
  ) {
    const fault = faultOf(this.name);
    if (fault) throw fault;
    return getAll.apply(this, input);
  });
}

it.each([1, 4, 5])(
  'deletes nothing of a database that opens after %i failures',
  async (failures) => {
    const { api, db, counts } = await filledFixture();
    const { open } = indexedDB;
    let left = failures;
    vi.spyOn(indexedDB, 'open').mockImplementation((which, version) => {
      if (which === db.name && left > 0) {
        left -= 1;
        throw new DOMException('Internal error opening backing store', 'UnknownError');
      }
      return open.call(indexedDB, which, version);
    });
    expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
    expect(left).toBe(0);
    expect(await counts()).toEqual([1, 1, 1]);
  },
);

it('deletes nothing while the database cannot be opened, and finds all there once it can', async () => {
  const { api, counts } = await filledFixture();
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  });
  const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'damaged' });
  expect(deleted).not.toHaveBeenCalled();
  open.mockRestore();
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
  expect(await counts()).toEqual([1, 1, 1]);
});

it('deletes nothing while keys of payments cannot be read', async () => {
  const { api, db } = await filledFixture();
  const fault = new DOMException('not now', 'UnknownError');
  const reading = failReading((table) => (table === 'pendingCommands' ? fault : undefined));
  const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'damaged' });
  expect(deleted).not.toHaveBeenCalled();
  reading.mockRestore();
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
  expect((await db.pendingCommands.toArray()).map(({ key }) => key)).toEqual(['k']);
});

it('rescues the rows that can be read of a table with one that cannot', async () => {
  const { api, db } = await fixture();
  await api.trackView(ULID_A);
  await api.trackView(ULID_B);
  db.close({ disableAutoOpen: false });
  breakFiles(db.name);
  const [getAll, getOne] = [IDBObjectStore.prototype.getAll, IDBObjectStore.prototype.get];
  const isOutbox = (store: IDBObjectStore): boolean =>
    store.name === 'outbox' && store.transaction.mode === 'readonly';
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...input
  ) {
    if (isOutbox(this)) throw new DOMException('missing file', 'NotReadableError');
    return getAll.apply(this, input);
  });
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (isOutbox(this) && key === 1) throw new DOMException('missing file', 'NotReadableError');
    return getOne.call(this, key);
  });
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'rebuilt' });
  vi.restoreAllMocks();
  expect((await db.outbox.toArray()).map(({ voucherUlid }) => voucherUlid)).toEqual([ULID_B]);
});

it('leaves all as it is where what is rescued has no room beside, even after the covers have gone', async () => {
  const { api, db, caches } = await fixture();
  await api.trackView(ULID_A);
  db.close({ disableAutoOpen: false });
  breakFiles(db.name);
  const count = vi.spyOn(caches, 'delete');
  let isFull = true;
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...input
  ) {
    if (this.name === 'keyval' && isFull) throw full();
    return put.apply(this, input);
  });
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'full' });
  expect(count).toHaveBeenCalledWith(CACHES.covers);
  isFull = false;
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'rebuilt' });
  expect((await db.outbox.toArray()).map(({ voucherUlid }) => voucherUlid)).toEqual([ULID_A]);
});

it('finds the one row that cannot be read, wherever it stands', async () => {
  const { api, db } = await fixture();
  await api.trackView(ULID_A);
  let isBroken = true;
  const { deleteDatabase } = indexedDB;
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
    isBroken = false;
    return deleteDatabase.call(indexedDB, name);
  });
  const fault = new DOMException('missing file', 'NotReadableError');
  failReading((table) => (isBroken && table === 'vouchers' ? fault : undefined));
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'rebuilt' });
  expect(await db.outbox.count()).toBe(1);
});

it('makes nothing anew after a failure that is over at the second look', async () => {
  const { api, db } = await fixture();
  await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
  const faults = [new DOMException('try again', 'UnknownError')];
  failReading(() => faults.pop());
  expect(await api.checkStorage()).toEqual({ ok: true, value: 'ok' });
  expect(await db.vouchers.count()).toBe(1);
});
