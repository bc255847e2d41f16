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

export const readWallets = (db: GoodiesDatabase): Promise<WalletRow[]> =>
  db.wallets.orderBy('currency').toArray();

/** Returns undefined if these filters were never fetched. */
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

export const readTransactionReceipt = (
  db: GoodiesDatabase,
  id: string,
): Promise<TransactionReceiptRow | undefined> => db.transactionReceipts.get(id);

export const readPaymentMethods = (
  db: GoodiesDatabase,
  region: RegionKey,
  use: string,
): Promise<PaymentMethodsRow | undefined> => db.paymentMethods.get(paymentMethodsKey(region, use));

export const readBanks = (db: GoodiesDatabase, region: RegionKey): Promise<BanksRow | undefined> =>
  db.banks.get(banksKey(region));

export const readSavedAccounts = (db: GoodiesDatabase): Promise<SavedAccountsRow | undefined> =>
  db.savedAccounts.get(SINGLE);

export const readCheckout = (
  db: GoodiesDatabase,
  reference: string,
): Promise<CheckoutRow | undefined> => db.checkouts.get(reference);

export const readAirtime = (
  db: GoodiesDatabase,
  region: RegionKey,
): Promise<AirtimeRow | undefined> => db.airtime.get(region);

export const readBillers = (
  db: GoodiesDatabase,
  region: RegionKey,
): Promise<BillersRow | undefined> => db.billers.get(region);
