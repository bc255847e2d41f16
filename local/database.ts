import { Dexie, type EntityTable, type Table } from 'dexie';
import type { RegionKey } from '../contract/region-table.ts';
import { DATABASE_NAME } from '../contract/storage-keys.ts';
import type * as Rows from './rows.ts';

/** Only append versions, with an upgrade test: tabs with older code share the newer database. */
export const SCHEMA_VERSIONS: readonly Readonly<Record<string, string>>[] = [
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
    // A payment voucher also opens by its code, which the answer does not repeat.
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

export class GoodiesDatabase extends Dexie {
  declare session: EntityTable<Rows.SessionRow, 'key'>;
  declare user: EntityTable<Rows.UserRow, 'key'>;
  declare account: EntityTable<Rows.AccountRow, 'key'>;
  declare vouchers: EntityTable<Rows.VoucherRow, 'ulid'>;
  declare voucherLists: EntityTable<Rows.VoucherListRow, 'key'>;
  declare createdVouchers: EntityTable<Rows.CreatedVoucherRow, 'ulid'>;
  declare createdVoucherLists: EntityTable<Rows.CreatedVoucherListRow, 'key'>;
  declare sharers: EntityTable<Rows.SharersRow, 'ulid'>;
  declare entries: EntityTable<Rows.EntriesRow, 'key'>;
  declare analytics: EntityTable<Rows.AnalyticsRow, 'ulid'>;
  declare allowedUsers: EntityTable<Rows.AllowedUsersRow, 'ulid'>;
  declare proofs: EntityTable<Rows.ProofRow, 'ulid'>;
  declare wallets: EntityTable<Rows.WalletRow, 'currency'>;
  declare transactions: EntityTable<Rows.TransactionRow, 'id'>;
  declare transactionLists: EntityTable<Rows.TransactionListRow, 'key'>;
  declare transactionReceipts: EntityTable<Rows.TransactionReceiptRow, 'id'>;
  declare answers: EntityTable<Rows.AnswerRow, 'key'>;
  declare savedAccounts: EntityTable<Rows.SavedAccountsRow, 'key'>;
  declare checkouts: EntityTable<Rows.CheckoutRow, 'reference'>;
  declare notifications: EntityTable<Rows.NotificationRow, 'id'>;
  declare noticeLists: EntityTable<Rows.NoticeListRow, 'key'>;
  declare noticePreferences: EntityTable<Rows.NoticePreferencesRow, 'key'>;
  declare regions: Table<Rows.RegionRow, RegionKey>;
  declare rates: EntityTable<Rows.RatesRow, 'key'>;
  declare detectedRegion: EntityTable<Rows.DetectedRegionRow, 'key'>;
  declare outbox: EntityTable<Rows.OutboxRow, 'id'>;
  declare trackingWindows: EntityTable<Rows.TrackingWindowRow, 'key'>;
  declare receipts: Table<Rows.ReceiptRow, [voucherUlid: string, guessNumber: number]>;
  declare waits: EntityTable<Rows.WaitRow, 'ulid'>;
  declare cases: EntityTable<Rows.CaseRow, 'case_number'>;
  declare caseReports: EntityTable<Rows.CaseReportRow, 'case_number'>;
  declare pendingCommands: Table<Rows.PendingCommandRow, [command: string, bodyHash: string]>;

  constructor(name: string = DATABASE_NAME) {
    super(name);
    // One merged version starts faster on slow phones, because Dexie compares each version with the
    // database; a version with an upgrade must be declared before it.
    this.version(SCHEMA_VERSIONS.length).stores(Object.assign({}, ...SCHEMA_VERSIONS));
  }
}

let shared: GoodiesDatabase | undefined;

export function getDatabase(): GoodiesDatabase {
  shared ??= new GoodiesDatabase();
  return shared;
}
