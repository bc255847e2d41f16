import 'fake-indexeddb/auto';
import { get, set } from 'idb-keyval';
import { describe, expect, it, vi } from 'vitest';
import { KEYS } from '../contract/storage-keys.ts';
import { deviceKeys } from './keys.ts';
import { ULID_A } from './testing/samples.ts';

describe('small keys', () => {
  it('make one device id, also for threads that ask at once, which stays when they are cleared', async () => {
    const ids = await Promise.all([deviceKeys.deviceId(), deviceKeys.deviceId()]);
    expect(new Set([...ids, await deviceKeys.deviceId()]).size).toBe(1);
    await deviceKeys.writeToken('token');
    await deviceKeys.write('pendingVoucher', ULID_A);
    expect(await deviceKeys.read('pendingVoucher')).toBe(ULID_A);
    await deviceKeys.clear();
    expect(await deviceKeys.readToken()).toBeUndefined();
    expect(await deviceKeys.read('pendingVoucher')).toBeUndefined();
    expect(await deviceKeys.deviceId()).toBe(ids[0]);
  });

  it('name the device where it is full: nothing could be sent or signed out there', async () => {
    const id = await deviceKeys.deviceId();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const read = await deviceKeys.deviceId().catch((error: unknown) => error);
    put.mockRestore();
    expect(read).toBe(id);
  });

  it('are cleared on a full device too, with the draft that cannot be marked as its user’s', async () => {
    await deviceKeys.writeToken('token');
    await set(KEYS.giveawayDraft, { amount: '500' });
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await deviceKeys.clearAllButDraftOf(7).finally(() => put.mockRestore());
    expect(await deviceKeys.readToken()).toBeUndefined();
    expect(await get(KEYS.giveawayDraft)).toBeUndefined();
  });

  it('keep no token of a device that this no longer is', async () => {
    const before = await deviceKeys.deviceId();
    await deviceKeys.writeDeviceToken(before, 'proof');
    expect(await deviceKeys.readDeviceToken()).toBe('proof');
    await deviceKeys.clear();
    expect(await deviceKeys.readDeviceToken()).toBe('proof');
    await deviceKeys.writeDeviceToken(`${before} of before`, 'late');
    expect(await deviceKeys.readDeviceToken()).toBeUndefined();
  });
});
