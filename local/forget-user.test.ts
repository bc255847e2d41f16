import { describe, expect, it } from 'vitest';
import { CACHES } from '../contract/storage-keys.ts';
import { forgetUser } from './forget-user.ts';
import { startSession, readSessionId, writeInSession } from './session.ts';
import { freshDatabase, memoryKeys } from './testing/fresh-device.ts';
import { memoryCaches } from './testing/fake-environment.ts';
import {
  CODE_A,
  ULID_A,
  sampleCase,
  sampleCaseReport,
  sampleCreated,
  sampleReceipt,
  sampleVoucher,
} from './testing/samples.ts';

async function usedDevice() {
  const db = freshDatabase();
  const keys = memoryKeys();
  const caches = memoryCaches();
  await startSession(db);
  await keys.writeToken('token');
  await keys.write('pendingReferral', 'KOFI12');
  await keys.write('pendingVoucher', ULID_A);
  await db.vouchers.put({ ...sampleVoucher(), fetchedAt: 1 });
  await db.wallets.put({ currency: 'NGN', amount: 5, fetchedAt: 1 });
  await db.outbox.add({ kind: 'view', voucherUlid: ULID_A, createdAt: 1 });
  await db.caseReports.add(sampleCaseReport());
  await db.cases.put({ ...sampleCase(), fetchedAt: 1 });
  await db.pendingCommands.put({
    command: 'c',
    bodyHash: 'h',
    key: 'k',
    createdAt: 1,
    code: CODE_A,
  });
  await db.createdVouchers.put({ ...sampleCreated(), fetchedAt: 1 });
  await db.createdVoucherLists.put({ key: 'page=1', ulids: [], hasMore: false, fetchedAt: 1 });
  await db.transactionReceipts.put({ ...sampleReceipt(), fetchedAt: 1 });
  await db.sharers.put({ ulid: 'A', sharers: [], fetchedAt: 1 });
  for (const name of Object.values(CACHES)) {
    await (await caches.open(name)).put('https://goodies.test/x', new Response('x'));
  }
  return { db, keys, caches };
}

const rowsLeft = async ({ tables }: ReturnType<typeof freshDatabase>): Promise<number> =>
  (await Promise.all(tables.map((table) => table.count()))).reduce((sum, count) => sum + count, 0);

describe('forgetting a user', () => {
  it('leaves no row, key or cache; the device keeps its id', async () => {
    const device = await usedDevice();
    const before = await device.keys.deviceId();
    await forgetUser(device);
    expect(await rowsLeft(device.db)).toBe(0);
    expect([...device.keys.values.values()]).toEqual([before]);
    expect(device.caches.contents.size).toBe(0);
    expect(await device.keys.deviceId()).toBe(before);
  });

  it('clears the rest when one part fails, and says so', async () => {
    const device = await usedDevice();
    const caches = { delete: () => Promise.reject(new Error('no cache storage')) };
    await expect(forgetUser({ ...device, caches })).rejects.toThrow('no cache storage');
    expect(await rowsLeft(device.db)).toBe(0);
    expect(device.keys.values.size).toBe(0);
  });

  it('drops an answer that comes after it, also when the next user has signed in', async () => {
    const device = await usedDevice();
    const session = await readSessionId(device.db);
    await forgetUser(device);
    const late = (): Promise<boolean> =>
      writeInSession(device.db, session, [device.db.wallets], () =>
        device.db.wallets.put({ currency: 'NGN', amount: 5, fetchedAt: 2 }),
      );
    expect(await late()).toBe(false);
    await startSession(device.db);
    expect(await late()).toBe(false);
    expect(await device.db.wallets.count()).toBe(0);
  });

  it('writes within the session', async () => {
    const { db } = await usedDevice();
    const session = await readSessionId(db);
    const isWritten = await writeInSession(db, session, [db.wallets], () =>
      db.wallets.put({ currency: 'GHS', amount: 1, fetchedAt: 2 }),
    );
    expect(isWritten).toBe(true);
    expect(await db.wallets.get('GHS')).toBeDefined();
  });
});
