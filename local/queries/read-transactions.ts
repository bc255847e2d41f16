import type { TransactionsQuery } from '../../contract/wallet.ts';
import { transactionListKey } from '../canonical-query.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { TransactionListRow, TransactionRow } from '../rows.ts';

export interface TransactionsPage extends Pick<
  TransactionListRow,
  'hasMore' | 'totalPages' | 'totalCount' | 'fetchedAt'
> {
  readonly transactions: readonly TransactionRow[];
}

/** A mirrored page of transactions; undefined when it was never fetched. */
export async function readTransactions(
  db: GoodiesDatabase,
  query: TransactionsQuery,
): Promise<TransactionsPage | undefined> {
  const list = await db.transactionLists.get(transactionListKey(query));
  if (!list) return undefined;
  const rows = await db.transactions.bulkGet([...list.ids]);
  const { hasMore, totalPages, totalCount, fetchedAt } = list;
  return {
    transactions: rows.filter((row) => row !== undefined),
    hasMore,
    totalPages,
    totalCount,
    fetchedAt,
  };
}
