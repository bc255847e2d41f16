import type { TransactionRow } from '../../../local/rows.ts';
import { rangeOf, type HistoryFilters } from './history-filters.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** 'YYYY-MM-DD' by the person's calendar. */
export const dayOf = (createdAt: string): string => {
  const at = new Date(createdAt);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
};

const isOfType = (row: TransactionRow, type: HistoryFilters['type']): boolean =>
  type === undefined ||
  row.transaction_type === type ||
  // A top-up has two names.
  (type === 'topup' && row.transaction_type === 'wallet_topup');

/** The saved transactions that fit the filters, newest first: stands in for the server without a network. */
export function selectSaved(
  rows: readonly TransactionRow[],
  filters: HistoryFilters,
): TransactionRow[] {
  const range = rangeOf(filters);
  const isInRange = ({ created_at: at }: TransactionRow): boolean =>
    range === undefined || (dayOf(at) >= range.from && dayOf(at) <= range.to);
  return rows
    .filter(
      (row) =>
        isOfType(row, filters.type) &&
        (filters.status === undefined || row.status === filters.status) &&
        isInRange(row),
    )
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}
