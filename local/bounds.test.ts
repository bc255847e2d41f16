import { expect, it } from 'vitest';

import { IDEMPOTENCY_KEEP_MS, MIRROR_KEEP_MS } from '../contract/constants.ts';
import { DAY_MS } from '../contract/durations.ts';
import { BOUNDS, evict } from './evict.ts';
import type { NotificationRow } from './rows.ts';
import { freshDatabase } from './testing/fresh-device.ts';
import { ULID_A, sampleCaseReport, sampleVoucher } from './testing/samples.ts';

const NOW = 1_800_000_000_000;
const ANCIENT = NOW - 400 * DAY_MS;

const notice = (id: number, fetchedAt: number, unsent = {}): NotificationRow =>
  ({ id, kind: 'won', data: {}, created_at: '', read_at: null, fetchedAt, ...unsent }) as never;
const voucher = (id: number, fetchedAt: number) => ({
  ...sampleVoucher({ id, ulid: ULID_A.slice(0, -4) + String(id).padStart(4, '0') }),
  fetchedAt,
});

it('names every table and no other, by a field that is indexed where it says so', () => {
  const db = freshDatabase();
  expect(Object.keys(BOUNDS).sort()).toEqual(db.tables.map(({ name }) => name).sort());
  for (const { name, schema } of db.tables) {
    const bound = BOUNDS[name];
    if (bound === undefined || bound === 'stays') continue;
    expect(bound.by in schema.idxByName, `${name} by ${bound.by}`).toBe(bound.isIndexed);
    expect(bound.max, name).toBeGreaterThan(0);
  }
});

it('never lets go what the server does not have, whatever its age, number or the want of room', async () => {
  const db = freshDatabase();
  await db.outbox.add({ kind: 'view', voucherUlid: ULID_A, createdAt: ANCIENT });
  await db.caseReports.add(sampleCaseReport({ createdAt: ANCIENT }));
  await db.pendingCommands.bulkPut([
    { command: 'c', bodyHash: 'known', key: 'k', createdAt: NOW - IDEMPOTENCY_KEEP_MS },
  ]);
  await db.notifications.bulkPut([notice(1, ANCIENT, { unsentRead: 1 }), notice(2, ANCIENT)]);
  await db.noticeLists.put({
    key: 'me',
    oldestId: 1,
    hasMore: false,
    readUpTo: 1,
    fetchedAt: ANCIENT,
  });
  const receipt = { voucherUlid: ULID_A, code: 'c', userId: 1 };
  await db.receipts.bulkPut([
    { ...receipt, guessNumber: 1, at: ANCIENT, result: 'won' },
    { ...receipt, guessNumber: 2, at: NOW - 200 * DAY_MS, result: 'entered' },
    { ...receipt, guessNumber: 3, at: NOW - 200 * DAY_MS, result: 'wrong' },
  ]);
  await evict(db, { nowMs: NOW, makesRoom: true });
  expect(await db.outbox.count()).toBe(1);
  expect(await db.caseReports.count()).toBe(1);
  expect(await db.pendingCommands.count()).toBe(1);
  expect(await db.notifications.toCollection().primaryKeys()).toEqual([1]);
  expect(await db.noticeLists.count()).toBe(1);
  expect((await db.receipts.toArray()).map(({ guessNumber }) => guessNumber)).toEqual([1, 2]);
});

it('lets nothing go for its age while the time is not known', async () => {
  const db = freshDatabase();
  await db.vouchers.put(voucher(1, ANCIENT));
  await db.pendingCommands.put({ command: 'c', bodyHash: 'b', key: 'k', createdAt: ANCIENT });
  await evict(db, {});
  expect(await db.vouchers.count()).toBe(1);
  expect(await db.pendingCommands.count()).toBe(1);
});

it('lets go what a wrong clock has put ahead, which would stay for ever', async () => {
  const db = freshDatabase();
  await db.vouchers.bulkPut([voucher(1, NOW + 2 * DAY_MS), voucher(2, NOW - MIRROR_KEEP_MS)]);
  await evict(db, { nowMs: NOW });
  expect((await db.vouchers.toArray()).map(({ id }) => id)).toEqual([2]);
});

it('keeps the newest of what is too many, and the newer half where room is wanted', async () => {
  const db = freshDatabase();
  const answers = Array.from({ length: 310 }, (_, index) => ({
    key: `answer ${index}`,
    answer: {} as never,
    fetchedAt: NOW - index,
  }));
  await db.answers.bulkPut(answers);
  await evict(db, { nowMs: NOW });
  expect(await db.answers.count()).toBe(300);
  expect(await db.answers.get('answer 299')).toBeDefined();
  await evict(db, { nowMs: NOW, makesRoom: true });
  expect(await db.answers.count()).toBe(150);
  expect(await db.answers.get('answer 149')).toBeDefined();

  const regions = Array.from({ length: 25 }, (_, index) => ({
    key: `region ${index}`,
    fetchedAt: NOW - index,
  }));
  await db.regions.bulkPut(regions as never[]);
  await evict(db, { nowMs: NOW });
  const left = regions.slice(0, 20).map(({ key }) => key);
  expect(await db.regions.toCollection().primaryKeys()).toEqual([...left].sort());
});
