import type { StatementQuery } from '../../../../contract/wallet.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import type { TransactionRow } from '../../../../local/rows.ts';
import { statusLabel } from './transaction-row.tsx';

export const FILTER_TYPES = [
  { value: 'topup', label: 'Topup' },
  { value: 'withdrawal', label: 'Withdrawal' },
  { value: 'airtime', label: 'Airtime' },
  { value: 'bill', label: 'Bill' },
  { value: 'voucher_payment', label: 'Voucher Payment' },
  { value: 'voucher_win', label: 'Voucher Win' },
] as const;
export const FILTER_STATUSES = (['completed', 'pending', 'failed', 'processing'] as const).map(
  (value) => ({ value, label: statusLabel(value) }),
);

/** Dates are 'YYYY-MM-DD' or ''. */
export interface HistoryFilters {
  readonly type: (typeof FILTER_TYPES)[number]['value'] | undefined;
  readonly status: (typeof FILTER_STATUSES)[number]['value'] | undefined;
  readonly from: string;
  readonly to: string;
}

export interface HistoryAddress {
  readonly filters: HistoryFilters;
  readonly pages: number;
}

export const FIRST_DAY = '2020-01-01';
/** An incomplete year such as 0202 lies before it. */
const FIRST_TYPED = '1000';
/** A phone should not draw thousands of rows. */
export const PAGES_MAX = 50;

export const NO_FILTERS: HistoryFilters = { type: undefined, status: undefined, from: '', to: '' };

const oneOf = <T extends string>(
  options: readonly { readonly value: T }[],
  text: string | null,
): T | undefined => options.find(({ value }) => value === text)?.value;

function readDay(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return '';
  const parsed = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
  return isDay ? text : '';
}

export function readHistoryAddress(query: URLSearchParams): HistoryAddress {
  const pages = query.get('pages') ?? '';
  return {
    filters: {
      type: oneOf(FILTER_TYPES, query.get('type')),
      status: oneOf(FILTER_STATUSES, query.get('status')),
      from: readDay(query.get('start_date')),
      to: readDay(query.get('end_date')),
    },
    pages: /^[1-9]\d{0,3}$/.test(pages) ? Math.min(PAGES_MAX, Number(pages)) : 1,
  };
}

export function historyPath({
  filters: { type, status, from, to },
  pages,
}: HistoryAddress): string {
  const query = new URLSearchParams();
  if (type) query.set('type', type);
  if (status) query.set('status', status);
  if (from) query.set('start_date', from);
  if (to) query.set('end_date', to);
  if (pages > 1) query.set('pages', String(pages));
  const text = query.toString();
  return text ? `/transactions?${text}` : '/transactions';
}

const rangeOf = ({ from, to }: HistoryFilters) =>
  from >= FIRST_TYPED && to >= from ? { from, to } : undefined;

export const isBackwards = ({ from, to }: HistoryFilters): boolean =>
  from >= FIRST_TYPED && to >= FIRST_TYPED && to < from;

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function statementQuery(filters: HistoryFilters): StatementQuery {
  const { type, status } = filters;
  const range = rangeOf(filters);
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(range && { start_date: range.from, end_date: range.to, time_zone: ownTimeZone() }),
  };
}

export const countFilters = (filters: HistoryFilters): number =>
  [filters.type, filters.status, rangeOf(filters)].filter(Boolean).length;

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
