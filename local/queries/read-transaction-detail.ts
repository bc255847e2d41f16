import type { GoodiesDatabase } from '../database.ts';
import type { TransactionDetailRow } from '../rows.ts';

/** One transaction in full; undefined when it was never opened. */
export const readTransactionDetail = (
  db: GoodiesDatabase,
  id: string,
): Promise<TransactionDetailRow | undefined> => db.transactionDetails.get(id);
