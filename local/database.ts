import { Dexie, type EntityTable, type Table } from 'dexie';
import type { RegionKey } from '../contract/region-table.ts';
import { DATABASE_NAME } from '../contract/storage-keys.ts';
import type {
  AccountRow,
  AirtimeRow,
  AllowedUsersRow,
  AnalyticsRow,
  AnswerRow,
  BanksRow,
  BillersRow,
  CheckoutRow,
  CreatedVoucherListRow,
  CreatedVoucherRow,
  DetectedRegionRow,
  EntriesRow,
  NoticeListRow,
  NoticePreferencesRow,
  NotificationRow,
  OutboxRow,
  PaymentMethodsRow,
  PendingCommandRow,
  ProofRow,
  RatesRow,
  ReceiptRow,
  RegionRow,
  SavedAccountsRow,
  SessionRow,
  SharersRow,
  TrackingWindowRow,
  TransactionListRow,
  TransactionReceiptRow,
  TransactionRow,
  UserRow,
  VoucherListRow,
  VoucherRow,
  WaitRow,
  WalletRow,
} from './rows.ts';

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
];

export class GoodiesDatabase extends Dexie {
  declare session: EntityTable<SessionRow, 'key'>;
  declare user: EntityTable<UserRow, 'key'>;
  declare account: EntityTable<AccountRow, 'key'>;
  declare vouchers: EntityTable<VoucherRow, 'ulid'>;
  declare voucherLists: EntityTable<VoucherListRow, 'key'>;
  declare createdVouchers: EntityTable<CreatedVoucherRow, 'ulid'>;
  declare createdVoucherLists: EntityTable<CreatedVoucherListRow, 'key'>;
  declare sharers: EntityTable<SharersRow, 'ulid'>;
  declare entries: EntityTable<EntriesRow, 'key'>;
  declare analytics: EntityTable<AnalyticsRow, 'ulid'>;
  declare allowedUsers: EntityTable<AllowedUsersRow, 'ulid'>;
  declare proofs: EntityTable<ProofRow, 'ulid'>;
  declare wallets: EntityTable<WalletRow, 'currency'>;
  declare transactions: EntityTable<TransactionRow, 'id'>;
  declare transactionLists: EntityTable<TransactionListRow, 'key'>;
  declare transactionReceipts: EntityTable<TransactionReceiptRow, 'id'>;
  declare answers: EntityTable<AnswerRow, 'key'>;
  declare banks: EntityTable<BanksRow, 'key'>;
  declare savedAccounts: EntityTable<SavedAccountsRow, 'key'>;
  declare airtime: EntityTable<AirtimeRow, 'region'>;
  declare billers: EntityTable<BillersRow, 'region'>;
  declare checkouts: EntityTable<CheckoutRow, 'reference'>;
  declare notifications: EntityTable<NotificationRow, 'id'>;
  declare noticeLists: EntityTable<NoticeListRow, 'key'>;
  declare noticePreferences: EntityTable<NoticePreferencesRow, 'key'>;
  declare regions: Table<RegionRow, RegionKey>;
  declare rates: EntityTable<RatesRow, 'key'>;
  declare detectedRegion: EntityTable<DetectedRegionRow, 'key'>;
  declare paymentMethods: EntityTable<PaymentMethodsRow, 'key'>;
  declare outbox: EntityTable<OutboxRow, 'id'>;
  declare trackingWindows: EntityTable<TrackingWindowRow, 'key'>;
  declare receipts: Table<ReceiptRow, [voucherUlid: string, guessNumber: number]>;
  declare waits: EntityTable<WaitRow, 'ulid'>;
  declare pendingCommands: Table<PendingCommandRow, [command: string, bodyHash: string]>;

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
