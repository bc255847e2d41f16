import type { GoodiesDatabase } from '../../../local/database.ts';
import { readTransactions, type TransactionsPage } from '../../../local/queries/money.ts';
import type { TransactionRow } from '../../../local/rows.ts';
import { statementQuery, type HistoryAddress } from './history-filters.ts';
import { selectSaved } from './select-saved.ts';

/** What of the history stands on this device. */
export interface HistoryRead {
  /** The mirrored pages up to the first one that is missing. */
  readonly pages: readonly TransactionsPage[];
  /** Whether one more page than asked for is mirrored, so that it can be shown without a network. */
  readonly isNextSaved: boolean;
  /** Without any page of these filters: the saved transactions that fit them. */
  readonly saved: readonly TransactionRow[];
}

/** Reads the pages that the address asks for, or stands in for them with whatever was saved on other ways. */
export async function readHistory(
  db: GoodiesDatabase,
  { filters, pages: wanted }: HistoryAddress,
): Promise<HistoryRead> {
  const query = statementQuery(filters);
  const mirrored = await Promise.all(
    Array.from({ length: wanted + 1 }, (_, index) =>
      readTransactions(db, { ...query, page: index + 1 }),
    ),
  );
  const missing = mirrored.indexOf(undefined);
  const unbroken = mirrored
    .slice(0, missing < 0 ? mirrored.length : missing)
    .filter((page) => page !== undefined);
  const saved = unbroken.length === 0 ? selectSaved(await db.transactions.toArray(), filters) : [];
  return { pages: unbroken.slice(0, wanted), isNextSaved: unbroken.length > wanted, saved };
}
