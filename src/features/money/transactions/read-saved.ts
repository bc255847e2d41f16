import type { GoodiesDatabase } from '../../../../local/database.ts';
import type { TransactionRow } from '../../../../local/rows.ts';
import { rangeOf, type HistoryFilters } from './history-filters.ts';

const isOfType = (row: TransactionRow, type: HistoryFilters['type']): boolean =>
  type === undefined ||
  row.transaction_type === type ||
  // A top-up has two names.
  (type === 'topup' && row.transaction_type === 'wallet_topup');

/** ISO 8601, by the calendar of the device. @param days later */
function startOf(day: string, days = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).toISOString();
}

/** Reads one after another, because thousands of rows would block the page. */
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
