import { TRANSACTION_PAGE_SIZE, VOUCHER_PAGE_SIZE } from '../contract/constants.ts';
import type { CreatedQuery } from '../contract/payment-vouchers.ts';
import type { RegionKey } from '../contract/region-table.ts';
import type { VoucherListQuery } from '../contract/vouchers.ts';
import type { TransactionsQuery } from '../contract/wallet.ts';

type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** A query as text with its fields in order, so that equal queries have equal texts. Empty fields drop out. */
export function canonicalQuery(query: QueryValues): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(pairs).toString();
}

/** The query string of a page of vouchers, which is the key of its list in `voucherLists` where it is the first. */
export const voucherListKey = (query: VoucherListQuery): string =>
  canonicalQuery({
    sort_by: 'amount',
    sort_order: 'desc',
    page: 1,
    per_page: VOUCHER_PAGE_SIZE,
    ...query,
  });

/** Key of the featured vouchers in `voucherLists`; no query string looks like it. */
export const FEATURED_KEY = 'featured';

/** The query string of a page of transactions, which is the key of its list in `transactionLists` where it is the first. */
export const transactionListKey = (query: TransactionsQuery): string =>
  canonicalQuery({ page: 1, per_page: TRANSACTION_PAGE_SIZE, ...query });

/** The query string of a page of one's own vouchers, which is the key of its list in `createdVoucherLists` where it is the first. */
export const createdListKey = ({
  status,
  page = 1,
}: {
  readonly status?: CreatedQuery['status'] | undefined;
  readonly page?: number;
}): string => canonicalQuery({ page, status: status === 'all' ? undefined : status });

/** The query string that asks for a region's banks, which is also their key in `banks`. */
export const banksKey = (region: RegionKey): string => canonicalQuery({ region });

/** Key of a region's payment methods for one use in `paymentMethods`. */
export const paymentMethodsKey = (region: RegionKey, use: string): string =>
  canonicalQuery({ region, type: use });
