import { TRANSACTION_PAGE_SIZE } from '../../contract/constants.ts';
import type { TransactionsQuery } from '../../contract/wallet.ts';
import { transactionListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import { SINGLE } from '../rows.ts';
import { readListed } from './read-listed.ts';

export const readWallets = (db: GoodiesDatabase) => db.wallets.orderBy('currency').toArray();

/** Returns undefined if these filters were never fetched. */
export const readTransactions = async (
  db: GoodiesDatabase,
  query: Omit<TransactionsQuery, 'page'>,
  rowsMax: number = query.per_page ?? TRANSACTION_PAGE_SIZE,
) =>
  readListed(
    await db.transactionLists.get(transactionListKey({ ...query, page: 1 })),
    db.transactions,
    rowsMax,
  );

export const readTransactionReceipt = (db: GoodiesDatabase, id: string) =>
  db.transactionReceipts.get(id);

export const readSavedAccounts = (db: GoodiesDatabase) => db.savedAccounts.get(SINGLE);

export const readCheckout = (db: GoodiesDatabase, reference: string) => db.checkouts.get(reference);
