import { TRANSACTION_PAGE_SIZE } from '../../contract/constants.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { TransactionsQuery } from '../../contract/wallet.ts';
import { banksKey, paymentMethodsKey, transactionListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import {
  type AirtimeRow,
  type BanksRow,
  type BillersRow,
  type CheckoutRow,
  type PaymentMethodsRow,
  type SavedAccountsRow,
  SINGLE,
  type TransactionReceiptRow,
  type TransactionRow,
  type WalletRow,
} from '../rows.ts';
import { readListed, type Listed } from './read-listed.ts';

/** Every mirrored balance, by currency code. */
export const readWallets = (db: GoodiesDatabase): Promise<WalletRow[]> =>
  db.wallets.orderBy('currency').toArray();

/** The first transactions that the filters leave; undefined when they were never fetched. */
export const readTransactions = async (
  db: GoodiesDatabase,
  query: Omit<TransactionsQuery, 'page'>,
  rowsMax: number = query.per_page ?? TRANSACTION_PAGE_SIZE,
): Promise<Listed<TransactionRow> | undefined> =>
  readListed(
    await db.transactionLists.get(transactionListKey({ ...query, page: 1 })),
    db.transactions,
    rowsMax,
  );

/** The receipt of one transaction; undefined when it was never opened. */
export const readTransactionReceipt = (
  db: GoodiesDatabase,
  id: string,
): Promise<TransactionReceiptRow | undefined> => db.transactionReceipts.get(id);

/** A region's payment methods for one use; undefined before the first answer. */
export const readPaymentMethods = (
  db: GoodiesDatabase,
  region: RegionKey,
  use: string,
): Promise<PaymentMethodsRow | undefined> => db.paymentMethods.get(paymentMethodsKey(region, use));

/** Where money can leave to from a region; undefined before the first answer. */
export const readBanks = (db: GoodiesDatabase, region: RegionKey): Promise<BanksRow | undefined> =>
  db.banks.get(banksKey(region));

/** Where the user's money went before, the latest first; undefined before the first answer. */
export const readSavedAccounts = (db: GoodiesDatabase): Promise<SavedAccountsRow | undefined> =>
  db.savedAccounts.get(SINGLE);

/** How a payment was begun; undefined when not on this device, or long ago. */
export const readCheckout = (
  db: GoodiesDatabase,
  reference: string,
): Promise<CheckoutRow | undefined> => db.checkouts.get(reference);

/** What can be bought for phones of a region; undefined before the first answer. */
export const readAirtime = (
  db: GoodiesDatabase,
  region: RegionKey,
): Promise<AirtimeRow | undefined> => db.airtime.get(region);

/** Which bills can be paid in a region; undefined before the first answer. */
export const readBillers = (
  db: GoodiesDatabase,
  region: RegionKey,
): Promise<BillersRow | undefined> => db.billers.get(region);
