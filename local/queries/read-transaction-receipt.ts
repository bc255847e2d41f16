import type { GoodiesDatabase } from '../database.ts';
import type { TransactionReceiptRow } from '../rows.ts';

/** The receipt of one transaction; undefined when it was never opened. */
export const readTransactionReceipt = (
  db: GoodiesDatabase,
  id: string,
): Promise<TransactionReceiptRow | undefined> => db.transactionReceipts.get(id);
