import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { GoodiesDatabase, SCHEMA_VERSIONS } from './database.ts';
import { readVoucher } from './queries/vouchers.ts';
import { SINGLE } from './rows.ts';
import {
  CODE_A,
  ULID_A,
  sampleCase,
  sampleCaseReport,
  sampleCreated,
  sampleReceipt,
  sampleVoucher,
  sampleUserRow,
} from './testing/samples.ts';

/** Never changed: what phones out there have. A new version is appended to both, this one and the code's. */
const RELEASED: typeof SCHEMA_VERSIONS = [
  {
    session: 'key',
    user: 'key',
    vouchers: 'ulid, id, creator, fetchedAt',
    voucherLists: 'key, fetchedAt',
    sharers: 'ulid, fetchedAt',
    wallets: 'currency',
    transactions: 'id, fetchedAt',
    transactionLists: 'key, fetchedAt',
    regions: 'key',
    rates: 'key',
    detectedRegion: 'key',
    paymentMethods: 'key, fetchedAt',
    outbox: '++id, kind, createdAt',
    trackingWindows: 'key, at',
    receipts: '[voucherUlid+guessNumber], voucherUlid',
    waits: 'ulid, untilMs',
    pendingCommands: '[command+bodyHash], createdAt',
  },
  {
    vouchers: 'ulid, id, code, creator, fetchedAt',
    createdVouchers: 'ulid, fetchedAt',
    createdVoucherLists: 'key, fetchedAt',
    transactionReceipts: 'id, fetchedAt',
    banks: 'key, fetchedAt',
  },
  {
    entries: 'key, fetchedAt',
    analytics: 'ulid, id, fetchedAt',
    allowedUsers: 'ulid, fetchedAt',
  },
  { proofs: 'ulid, fetchedAt' },
  { savedAccounts: 'key, fetchedAt', checkouts: 'reference, createdAt' },
  { account: 'key, fetchedAt' },
  { airtime: 'region, fetchedAt', billers: 'region, fetchedAt' },
  {
    notifications: 'id, unsentRead, fetchedAt',
    noticeLists: 'key, fetchedAt',
    noticePreferences: 'key, fetchedAt',
  },
  { answers: 'key, fetchedAt' },
  { transactions: 'id, fetchedAt, created_at' },
  { cases: 'case_number, reference, fetchedAt', caseReports: 'case_number' },
];

const ROWS: Readonly<Record<string, object>> = {
  session: { key: SINGLE, id: 'a' },
  user: sampleUserRow(),
  vouchers: { ...sampleVoucher(), fetchedAt: 1, detailFetchedAt: 1 },
  wallets: { currency: 'NGN', amount: 12.5, fetchedAt: 1 },
  outbox: { kind: 'view', voucherUlid: ULID_A, createdAt: 1, attempts: 0 },
  receipts: { voucherUlid: ULID_A, guessNumber: 3, at: 1, result: 'wrong' },
  pendingCommands: { command: 'submit-guess', bodyHash: 'ff', key: 'k', createdAt: 1 },
  createdVouchers: { ...sampleCreated(), fetchedAt: 1 },
  createdVoucherLists: { key: 'page=1', ulids: [ULID_A], hasMore: false, fetchedAt: 1 },
  transactionReceipts: { ...sampleReceipt(), fetchedAt: 1 },
  banks: { key: 'region=nigeria', currency: 'NGN', banks: [], fetchedAt: 1 },
  entries: { key: `${ULID_A} 1`, entries: [], lastPage: 1, total: 0, fetchedAt: 1 },
  analytics: { ...sampleCreated(), fetchedAt: 1 },
  allowedUsers: { ulid: ULID_A, users: [], fetchedAt: 1 },
  proofs: { ulid: ULID_A, commitment: 'ff', digits: [], entries: null, fetchedAt: 1 },
  savedAccounts: { key: SINGLE, accounts: [], fetchedAt: 1 },
  account: { key: SINGLE, sessions: [], limits: {}, fetchedAt: 1 },
  notifications: { id: 1, kind: 'won', data: {}, created_at: '', read_at: null, fetchedAt: 1 },
  noticeLists: { key: SINGLE, oldestId: 1, hasMore: false, fetchedAt: 1 },
  noticePreferences: { key: SINGLE, preferences: {}, fetchedAt: 1 },
  answers: { key: 'trust', answer: { success: true, data: null }, fetchedAt: 1 },
  transactions: { id: 't1', created_at: '2026-11-20T08:00:00Z', fetchedAt: 1 },
  cases: { ...sampleCase(), fetchedAt: 1 },
  caseReports: sampleCaseReport(),
  checkouts: { reference: 'GDT-1', amount: 5, processor: 'mpesa', createdAt: 1 },
  airtime: { region: 'nigeria', currency: 'NGN', networks: [], recent: [], fetchedAt: 1 },
  billers: { region: 'nigeria', currency: 'NGN', categories: [], recent: [], fetchedAt: 1 },
};

/** The rows of the tables that a version had. */
const rowsAt = (version: number): [table: string, row: object][] =>
  Object.entries(ROWS).filter(([table]) =>
    RELEASED.slice(0, version).some((stores) => table in stores),
  );

describe('the device database', () => {
  it('has the released versions, unchanged', () => {
    expect(SCHEMA_VERSIONS.slice(0, RELEASED.length)).toEqual(RELEASED);
  });

  it.each(RELEASED.map((_, index) => index + 1))(
    'opens version %i with its rows',
    async (version) => {
      const name = `upgrade-from-${version}`;
      const old = new Dexie(name);
      for (let at = 1; at <= version; at += 1) old.version(at).stores(RELEASED[at - 1] ?? {});
      for (const [table, row] of rowsAt(version)) await old.table(table).put(row);
      old.close();

      const db = new GoodiesDatabase(name);
      await db.open();
      expect(db.verno).toBe(SCHEMA_VERSIONS.length);
      for (const [table, row] of rowsAt(version)) {
        expect(await db.table(table).toArray()).toEqual([expect.objectContaining(row)]);
      }
      db.close();
    },
  );

  it('finds by their day transactions that an older version stored', async () => {
    const name = 'upgrade-finds-days';
    const old = new Dexie(name);
    for (let at = 1; at <= 9; at += 1) old.version(at).stores(RELEASED[at - 1] ?? {});
    await old.table('transactions').bulkPut([
      { id: 'a', created_at: '2026-11-20T08:00:00Z' },
      { id: 'b', created_at: '2026-11-21T08:00:00Z' },
    ]);
    old.close();
    const db = new GoodiesDatabase(name);
    const newest = await db.transactions.orderBy('created_at').last();
    expect(newest?.id).toBe('b');
    db.close();
  });

  it('finds by its code a payment voucher that an older version stored', async () => {
    const name = 'upgrade-finds-code';
    const old = new Dexie(name);
    old.version(1).stores(RELEASED[0] ?? {});
    await old.table('vouchers').put(sampleVoucher({ purpose: 'payment', code: CODE_A }));
    old.close();
    const db = new GoodiesDatabase(name);
    expect((await readVoucher(db, CODE_A))?.ulid).toBe(ULID_A);
    db.close();
  });
});
