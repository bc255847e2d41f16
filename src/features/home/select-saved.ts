import type { VoucherRow } from '../../../local/rows.ts';
import type { HomeFilters, SortBy } from './home-filters.ts';

type Saved = Pick<
  VoucherRow,
  | 'purpose'
  | 'status'
  | 'is_private'
  | 'type'
  | 'creator'
  | 'amount'
  | 'views'
  | 'created_at'
  | 'id'
>;

const SORT_KEYS: Readonly<Record<SortBy, (voucher: Saved) => number>> = {
  amount: ({ amount }) => amount,
  views: ({ views }) => views,
  created_at: (voucher) => Date.parse(voucher.created_at),
};

/** The open public giveaways among the saved vouchers that fit the filters, sorted as the server would. */
export function selectSaved<Row extends Saved>(
  vouchers: readonly Row[],
  { type, creator, min, max, sortBy, sortOrder }: HomeFilters,
): Row[] {
  const name = creator.toLowerCase();
  const fits = (voucher: Saved): boolean =>
    voucher.purpose === 'giveaway' &&
    voucher.status === 'active' &&
    !voucher.is_private &&
    (type === undefined || voucher.type === type) &&
    voucher.creator.toLowerCase().includes(name) &&
    (min === undefined || voucher.amount >= min) &&
    (max === undefined || voucher.amount <= max);
  const keyOf = SORT_KEYS[sortBy];
  const sign = sortOrder === 'asc' ? 1 : -1;
  return vouchers
    .filter(fits)
    .toSorted((one, other) => sign * (keyOf(one) - keyOf(other) || one.id - other.id));
}
