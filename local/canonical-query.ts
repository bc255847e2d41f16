import { TRANSACTION_PAGE_SIZE, VOUCHER_PAGE_SIZE } from '../contract/constants.ts';
import type { Currency } from '../contract/money.ts';
import type { CreatedQuery } from '../contract/payment-vouchers.ts';
import type { VoucherListQuery } from '../contract/vouchers.ts';
import type { TransactionsQuery } from '../contract/wallet.ts';

type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** Sorts the fields and omits empty ones, so that equal queries give equal keys. */
export function canonicalQuery(query: QueryValues): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(pairs).toString();
}

export const voucherListKey = (query: VoucherListQuery): string =>
  canonicalQuery({
    sort_by: 'amount',
    sort_order: 'desc',
    page: 1,
    per_page: VOUCHER_PAGE_SIZE,
    ...query,
  });

export const FEATURED_KEY = 'featured';
export const FOLLOWED_KEY = 'followed';

type ListFilters = Omit<VoucherListQuery, 'page'>;

/** Home's two lists: giveaways in the user's currency, and the others. */
export const ownCurrencyQuery = (currency: Currency, filters: ListFilters = {}): ListFilters => ({
  ...filters,
  sort_by: 'nearly_open',
  currency,
});
export const otherCurrenciesQuery = (
  currency: Currency,
  filters: ListFilters = {},
): ListFilters => ({ ...filters, sort_by: 'nearly_open', not_currency: currency });

export const transactionListKey = (query: TransactionsQuery): string =>
  canonicalQuery({ page: 1, per_page: TRANSACTION_PAGE_SIZE, ...query });

export const createdListKey = ({
  status,
  page = 1,
}: {
  readonly status?: CreatedQuery['status'] | undefined;
  readonly page?: number;
}): string => canonicalQuery({ page, status: status === 'all' ? undefined : status });
