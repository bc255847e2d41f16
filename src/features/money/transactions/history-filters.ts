import type { StatementQuery, Transaction } from '../../../../contract/wallet.ts';

export type FilterType =
  | 'topup'
  | 'withdrawal'
  | 'airtime'
  | 'bill'
  | 'voucher_payment'
  | 'voucher_win';

/** Dates are 'YYYY-MM-DD' or ''. */
export interface HistoryFilters {
  readonly type: FilterType | undefined;
  readonly status: Transaction['status'] | undefined;
  readonly from: string;
  readonly to: string;
}

export interface HistoryAddress {
  readonly filters: HistoryFilters;
  readonly pages: number;
}

const FILTER_TYPES: readonly FilterType[] = [
  'topup',
  'withdrawal',
  'airtime',
  'bill',
  'voucher_payment',
  'voucher_win',
];
const FILTER_STATUSES: readonly Transaction['status'][] = [
  'completed',
  'pending',
  'failed',
  'processing',
];
export const FIRST_DAY = '2020-01-01';
/** An incomplete year such as 0202 lies before it. */
const FIRST_TYPED = '1000';
/** A phone should not draw thousands of rows. */
export const PAGES_MAX = 50;

export const NO_FILTERS: HistoryFilters = { type: undefined, status: undefined, from: '', to: '' };

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

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

export const rangeOf = ({
  from,
  to,
}: HistoryFilters): { readonly from: string; readonly to: string } | undefined =>
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
  Number(filters.type !== undefined) +
  Number(filters.status !== undefined) +
  Number(rangeOf(filters) !== undefined);
