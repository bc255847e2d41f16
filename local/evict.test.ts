import { expect, it } from 'vitest';
import {
  IDEMPOTENCY_KEEP_MS,
  MIRROR_KEEP_MS,
  RECONCILE_UNTIL_MS,
  TTL_MS,
  VIEW_WINDOW_MS,
} from '../contract/constants.ts';
import { evict } from './evict.ts';
import { SINGLE } from './rows.ts';
import { freshDatabase } from './testing/fresh-device.ts';
import { ULID_A, ULID_B, sampleCreated, sampleReceipt, sampleVoucher } from './testing/samples.ts';

const NOW = 1_800_000_000_000;

it('eviction deletes what is past its time and nothing else', async () => {
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
  await db.receipts.put({ voucherUlid: ULID_A, guessNumber: 1, at: NOW, result: 'wrong' });
  await db.createdVouchers.bulkPut([
    { ...sampleCreated(), fetchedAt: old },
    { ...sampleCreated({ ulid: ULID_B }), fetchedAt: NOW },
  ]);
  await db.transactionReceipts.put({ ...sampleReceipt(), fetchedAt: old });
  await db.sharers.put({ ulid: 'A', sharers: [], fetchedAt: old });
  const past = NOW - TTL_MS.detectRegion - 1;
  await db.detectedRegion.put({ key: SINGLE, region: 'kenya', source: 'api', fetchedAt: past });
  const rates = { key: SINGLE, rates: {}, source: 'live', updatedAt: '' } as const;
  await db.rates.put({ ...rates, fetchedAt: NOW - MIRROR_KEEP_MS });
  const checkout = { amount: 1, processor: 'paystack', provider: '', phone: '' };
  await db.checkouts.bulkPut([
    { ...checkout, reference: 'old', createdAt: NOW - RECONCILE_UNTIL_MS - 1 },
    { ...checkout, reference: 'new', createdAt: NOW },
  ]);
  await evict(db, { nowMs: NOW });
  expect((await db.checkouts.toArray()).map(({ reference }) => reference)).toEqual(['new']);
  expect((await db.createdVouchers.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
  expect(await db.transactionReceipts.count()).toBe(0);
  expect(await db.sharers.count()).toBe(0);
  expect(await db.detectedRegion.count()).toBe(0);
  expect(await db.rates.count()).toBe(1);
  expect((await db.vouchers.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
  expect((await db.trackingWindows.toArray()).map(({ key }) => key)).toEqual(['b']);
  expect((await db.waits.toArray()).map(({ ulid }) => ulid)).toEqual([ULID_B]);
  expect((await db.pendingCommands.toArray()).map(({ bodyHash }) => bodyHash)).toEqual(['new']);
  expect(await db.receipts.count()).toBe(1);
});
