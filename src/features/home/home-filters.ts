import { CURRENCIES, type Currency } from '../../../contract/money.ts';
import type { RevealMethod, VoucherListQuery, VoucherType } from '../../../contract/vouchers.ts';

export type SortBy = NonNullable<VoucherListQuery['sort_by']>;
export type SortOrder = NonNullable<VoucherListQuery['sort_order']>;

/** What the list on home shows. */
export interface HomeFilters {
  readonly type: VoucherType | undefined;
  readonly creator: string;
  /** What prizes are paid in; undefined is any. */
  readonly prizesIn: Currency | undefined;
  readonly revealMethod: RevealMethod | undefined;
  /** Of what a prize is worth, major units of `currency`. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Of the bounds; undefined without any, and of an address that names none: then `prizesIn`, else the viewer's. */
  readonly currency: Currency | undefined;
  readonly sortBy: SortBy;
  readonly sortOrder: SortOrder;
}

export interface HomeAddress {
  readonly filters: HomeFilters;
  /** How many pages of the list are shown, from 1. */
  readonly pages: number;
}

const TYPES: readonly VoucherType[] = ['goodies', 'mobile', 'digital'];
export const REVEAL_METHODS: readonly RevealMethod[] = ['views', 'time', 'lottery'];
const SORTS: readonly SortBy[] = ['amount', 'created_at', 'views', 'ending_soon', 'nearly_open'];
const ORDERS: readonly SortOrder[] = ['asc', 'desc'];
const CREATOR_MAX_CHARS = 64;
/** A shared address must not make a phone fetch the whole list. */
export const PAGES_MAX = 10;

export const NO_FILTERS: HomeFilters = {
  type: undefined,
  creator: '',
  prizesIn: undefined,
  revealMethod: undefined,
  min: undefined,
  max: undefined,
  currency: undefined,
  sortBy: 'amount',
  sortOrder: 'desc',
};

/** The orders that people choose from, the default first. */
export const NAMED_ORDERS: readonly {
  readonly name: string;
  readonly sortBy: SortBy;
  readonly sortOrder: SortOrder;
}[] = [
  { name: 'Largest prize', sortBy: 'amount', sortOrder: 'desc' },
  { name: 'Smallest prize', sortBy: 'amount', sortOrder: 'asc' },
  { name: 'New', sortBy: 'created_at', sortOrder: 'desc' },
  { name: 'Ending soon', sortBy: 'ending_soon', sortOrder: 'desc' },
  { name: 'Nearly open', sortBy: 'nearly_open', sortOrder: 'desc' },
  { name: 'Most views', sortBy: 'views', sortOrder: 'desc' },
  { name: 'Fewest views', sortBy: 'views', sortOrder: 'asc' },
];

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

type Order = Pick<HomeFilters, 'sortBy' | 'sortOrder'>;

/** An order without a name, of which the sheet could not say that it is set, is none. */
function orderOf(query: URLSearchParams): Order {
  const sortBy = oneOf(SORTS, query.get('sort_by')) ?? NO_FILTERS.sortBy;
  const sortOrder = oneOf(ORDERS, query.get('sort_order')) ?? NO_FILTERS.sortOrder;
  const isNamedOrder = NAMED_ORDERS.some(
    (order) => order.sortBy === sortBy && order.sortOrder === sortOrder,
  );
  return isNamedOrder ? { sortBy, sortOrder } : { sortBy, sortOrder: NO_FILTERS.sortOrder };
}

/** Reads an address; what it does not understand, it leaves out. */
export function readHomeAddress(query: URLSearchParams): HomeAddress {
  const pages = wholeNumber(query.get('pages')) ?? 1;
  const [min, max] = [wholeNumber(query.get('min_amount')), wholeNumber(query.get('max_amount'))];
  const hasBounds = min !== undefined || max !== undefined;
  return {
    filters: {
      type: oneOf(TYPES, query.get('type')),
      creator: (query.get('creator_name') ?? '').trim().slice(0, CREATOR_MAX_CHARS),
      prizesIn: oneOf(CURRENCIES, query.get('currency')),
      revealMethod: oneOf(REVEAL_METHODS, query.get('reveal_method')),
      min,
      max,
      currency: hasBounds ? oneOf(CURRENCIES, query.get('amount_currency')) : undefined,
      ...orderOf(query),
    },
    pages: Math.min(PAGES_MAX, Math.max(1, pages)),
  };
}

/** The API's query for these filters, without a page. Defaults are left out, so that equal filters are equal. */
export const listQuery = ({
  type,
  creator,
  prizesIn,
  revealMethod,
  min,
  max,
  currency,
  sortBy,
  sortOrder,
}: HomeFilters): VoucherListQuery => ({
  ...(type && { type }),
  ...(creator && { creator_name: creator }),
  ...(prizesIn && { currency: prizesIn }),
  ...(revealMethod && { reveal_method: revealMethod }),
  ...(min !== undefined && { min_amount: min }),
  ...(max !== undefined && { max_amount: max }),
  ...(currency && { amount_currency: currency }),
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
export const countFilters = ({
  creator,
  prizesIn,
  revealMethod,
  min,
  max,
  sortBy,
  sortOrder,
}: HomeFilters): number =>
  Number(creator !== '') +
  Number(prizesIn !== undefined) +
  Number(revealMethod !== undefined) +
  Number(min !== undefined) +
  Number(max !== undefined) +
  Number(sortBy !== NO_FILTERS.sortBy || sortOrder !== NO_FILTERS.sortOrder);

/** Whether anything is left out of the list. */
export const isFiltered = ({ type, ...rest }: HomeFilters): boolean =>
  type !== undefined ||
  countFilters({ ...rest, type, sortBy: NO_FILTERS.sortBy, sortOrder: NO_FILTERS.sortOrder }) > 0;
