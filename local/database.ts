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

/**
 * Each version that was ever released. Changes only add: a tab with older code keeps working on a newer
 * database. Never edit a released version; append one, with an upgrade test that opens the one before.
 *
 * | table | holds | private |
 * |---|---|---|
 * | session, user, account | who is signed in, where else, and their play limits | yes |
 * | vouchers, voucherLists, sharers, entries, proofs | vouchers seen, and what the caller may do on them | yes |
 * | createdVouchers, createdVoucherLists | one's own vouchers, with the codes of those that carry money | yes |
 * | analytics, allowedUsers | how one's own giveaways do, and who may guess on them | yes |
 * | wallets, transactions, transactionLists, transactionReceipts | money, withdrawals included | yes |
 * | savedAccounts, checkouts | where money went to, and how payments were begun | yes |
 * | airtime, billers | what can be bought in a region, and the user's recent numbers and bills | yes |
 * | answers | coins, guesses, ranks, prizes and the books, as the server told them | yes |
 * | outbox, trackingWindows | views and link clicks, sent and to be sent | yes |
 * | receipts, waits, pendingCommands | guesses and payments | yes |
 * | regions, rates, detectedRegion, paymentMethods, banks | the same for everyone here | no |
 *
 * Signing out clears all of them, those of everyone too: they are small, and no table can be forgotten. An
 * expired session leaves outbox and pendingCommands for the same user.
 */
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
    // A payment voucher is also opened by its code, which the answer does not repeat.
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
  // What is saved is shown newest first, without reading all of it.
  { transactions: 'id, fetchedAt, created_at' },
];

/** The device's database: one for page, data worker and service worker. */
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
    // All in one: Dexie compares what is there with what should be, and each version said by itself costs a slow phone
    // some ms at every start. One that has to change rows stands before it, with its upgrade.
    this.version(SCHEMA_VERSIONS.length).stores(Object.assign({}, ...SCHEMA_VERSIONS));
  }
}

let shared: GoodiesDatabase | undefined;

/** This thread's connection; opened by its first use. */
export function getDatabase(): GoodiesDatabase {
  shared ??= new GoodiesDatabase();
  return shared;
}
