import type { VoucherListQuery, VoucherType } from '../../../contract/vouchers.ts';

export type SortBy = NonNullable<VoucherListQuery['sort_by']>;
export type SortOrder = NonNullable<VoucherListQuery['sort_order']>;

/** What the list on home shows. Amounts are major units of each voucher's own currency. */
export interface HomeFilters {
  readonly type: VoucherType | undefined;
  readonly creator: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly sortBy: SortBy;
  readonly sortOrder: SortOrder;
}

export interface HomeAddress {
  readonly filters: HomeFilters;
  /** How many pages of the list are shown, from 1. */
  readonly pages: number;
}

const TYPES: readonly VoucherType[] = ['goodies', 'mobile', 'digital'];
const SORTS: readonly SortBy[] = ['amount', 'created_at', 'views'];
const ORDERS: readonly SortOrder[] = ['asc', 'desc'];
const CREATOR_MAX_CHARS = 64;
/** A shared address must not make a phone fetch the whole list. */
const PAGES_MAX = 10;

export const NO_FILTERS: HomeFilters = {
  type: undefined,
  creator: '',
  min: undefined,
  max: undefined,
  sortBy: 'amount',
  sortOrder: 'desc',
};

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

/** Reads an address; what it does not understand, it leaves out. */
export function readHomeAddress(query: URLSearchParams): HomeAddress {
  const pages = wholeNumber(query.get('pages')) ?? 1;
  return {
    filters: {
      type: oneOf(TYPES, query.get('type')),
      creator: (query.get('creator_name') ?? '').trim().slice(0, CREATOR_MAX_CHARS),
      min: wholeNumber(query.get('min_amount')),
      max: wholeNumber(query.get('max_amount')),
      sortBy: oneOf(SORTS, query.get('sort_by')) ?? NO_FILTERS.sortBy,
      sortOrder: oneOf(ORDERS, query.get('sort_order')) ?? NO_FILTERS.sortOrder,
    },
    pages: Math.min(PAGES_MAX, Math.max(1, pages)),
  };
}

/** The API's query for these filters, without a page. Defaults are left out, so that equal filters are equal. */
export const listQuery = ({
  type,
  creator,
  min,
  max,
  sortBy,
  sortOrder,
}: HomeFilters): VoucherListQuery => ({
  ...(type && { type }),
  ...(creator && { creator_name: creator }),
  ...(min !== undefined && { min_amount: min }),
  ...(max !== undefined && { max_amount: max }),
  ...(sortBy !== NO_FILTERS.sortBy && { sort_by: sortBy }),
  ...(sortOrder !== NO_FILTERS.sortOrder && { sort_order: sortOrder }),
});

/** The address of home with these filters; it can be shared and gone back to. */
export function homePath({ filters, pages }: HomeAddress): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(listQuery(filters))) query.set(name, String(value));
  if (pages > 1) query.set('pages', String(pages));
  const text = query.toString();
  return text ? `/?${text}` : '/';
}

/** How many settings of the filter sheet differ from the default; the type has its own pills. */
export const countFilters = ({ creator, min, max, sortBy, sortOrder }: HomeFilters): number =>
  Number(creator !== '') +
  Number(min !== undefined) +
  Number(max !== undefined) +
  Number(sortBy !== NO_FILTERS.sortBy || sortOrder !== NO_FILTERS.sortOrder);

/** Whether anything is left out of the list. */
export const isFiltered = ({ type, creator, min, max }: HomeFilters): boolean =>
  type !== undefined || creator !== '' || min !== undefined || max !== undefined;
