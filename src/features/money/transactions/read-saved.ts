import type { GoodiesDatabase } from '../../../../local/database.ts';
import type { TransactionRow } from '../../../../local/rows.ts';
import { rangeOf, type HistoryFilters } from './history-filters.ts';

const isOfType = (row: TransactionRow, type: HistoryFilters['type']): boolean =>
  type === undefined ||
  row.transaction_type === type ||
  // A top-up has two names.
  (type === 'topup' && row.transaction_type === 'wallet_topup');

/** The first moment of a day by the person's calendar, ISO 8601 as the server writes it. @param days how many later */
function startOf(day: string, days = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

/**
 * The newest saved transactions that fit the filters: stand in for the server without a network. They are read one
 * after the other until there are enough, so that thousands of them do not hold up the page.
 */
export function readSaved(
  db: GoodiesDatabase,
  filters: HistoryFilters,
  rowsMax: number,
): Promise<TransactionRow[]> {
  const range = rangeOf(filters);
  const inRange = range
    ? db.transactions.where('created_at').between(startOf(range.from), startOf(range.to, 1))
    : db.transactions.orderBy('created_at');
  const newestFirst = inRange.reverse();
  return newestFirst
    .filter(
      (row) =>
        isOfType(row, filters.type) &&
        (filters.status === undefined || row.status === filters.status),
    )
    .limit(rowsMax)
    .toArray();
}
