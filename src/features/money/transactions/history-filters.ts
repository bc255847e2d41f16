import type { StatementQuery, Transaction } from '../../../../contract/wallet.ts';

export type FilterType =
  | 'topup'
  | 'withdrawal'
  | 'airtime'
  | 'bill'
  | 'voucher_payment'
  | 'voucher_win';

/** What of the history is shown. Dates are 'YYYY-MM-DD' or '', as a date field gives them. */
export interface HistoryFilters {
  readonly type: FilterType | undefined;
  readonly status: Transaction['status'] | undefined;
  readonly from: string;
  readonly to: string;
}

export interface HistoryAddress {
  readonly filters: HistoryFilters;
  /** How many pages of the history are shown, from 1. */
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
/** Nothing is older: where a date field begins. */
export const FIRST_DAY = '2020-01-01';
/** A year that is still being typed, as 0202, lies before it. */
const FIRST_TYPED = '1000';
/** Further back one goes by dates: no phone should draw thousands of rows. */
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

/** Reads an address; what it does not understand, it leaves out. */
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

/** The address of the history with these filters; it can be bookmarked. */
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

/** The days to show, both included; undefined unless both are set and in order. */
export const rangeOf = ({
  from,
  to,
}: HistoryFilters): { readonly from: string; readonly to: string } | undefined =>
  from >= FIRST_TYPED && to >= from ? { from, to } : undefined;

/** Whether the end was set before the start. */
export const isBackwards = ({ from, to }: HistoryFilters): boolean =>
  from >= FIRST_TYPED && to >= FIRST_TYPED && to < from;

/** The time zone of the phone, by whose calendar days are shown: 'Africa/Lagos'. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The API's query for these filters, without a page. */
export function statementQuery(filters: HistoryFilters): StatementQuery {
  const { type, status } = filters;
  const range = rangeOf(filters);
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(range && { start_date: range.from, end_date: range.to, time_zone: ownTimeZone() }),
  };
}

/** How many filters leave something out; a date alone does not. */
export const countFilters = (filters: HistoryFilters): number =>
  Number(filters.type !== undefined) +
  Number(filters.status !== undefined) +
  Number(rangeOf(filters) !== undefined);
