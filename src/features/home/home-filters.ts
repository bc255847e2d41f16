import { CURRENCIES } from '../../../contract/money.ts';
import type { RevealMethod, VoucherListQuery, VoucherType } from '../../../contract/vouchers.ts';

/** What the list on home shows: the API's query without a page. What is the default is left out. */
export type HomeFilters = Omit<VoucherListQuery, 'page' | 'per_page'>;

/** The same as it is chosen: `undefined`, '' and the default order are no filter. */
export type ChosenFilters = {
  readonly [Name in keyof HomeFilters]: HomeFilters[Name] | undefined;
};

export interface HomeAddress {
  readonly filters: HomeFilters;
  readonly pages: number;
  /** Pages of the second list, which is in other currencies. */
  readonly others: number;
}

const TYPES: readonly VoucherType[] = ['goodies', 'mobile', 'digital'];
export const REVEAL_METHODS: readonly RevealMethod[] = ['views', 'time', 'lottery'];
const CREATOR_MAX_CHARS = 64;
/** A shared address must not make a phone fetch the whole list. */
export const PAGES_MAX = 10;

export const DEFAULT_ORDER = { sort_by: 'nearly_open', sort_order: 'desc' } as const;

export const NAMED_ORDERS = [
  { name: 'Nearest to open', ...DEFAULT_ORDER },
  { name: 'Largest prize', sort_by: 'amount', sort_order: 'desc' },
  { name: 'Smallest prize', sort_by: 'amount', sort_order: 'asc' },
  { name: 'New', sort_by: 'created_at', sort_order: 'desc' },
  { name: 'Ending soon', sort_by: 'ending_soon', sort_order: 'desc' },
  { name: 'Most views', sort_by: 'views', sort_order: 'desc' },
  { name: 'Fewest views', sort_by: 'views', sort_order: 'asc' },
] as const;

const NAMES = [
  'type',
  'creator_name',
  'currency',
  'reveal_method',
  'min_amount',
  'max_amount',
  'amount_currency',
  'sort_by',
  'sort_order',
] as const satisfies readonly (keyof HomeFilters)[];

/** Without what is no filter, and in one order, so that equal filters are equal. */
export function filtersOf(chosen: ChosenFilters): HomeFilters {
  const none: ChosenFilters = { creator_name: '', ...DEFAULT_ORDER };
  const kept = NAMES.filter((name) => chosen[name] !== undefined && chosen[name] !== none[name]);
  return Object.fromEntries(kept.map((name) => [name, chosen[name]]));
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;

/** Reads an address; what it does not understand, it leaves out, as an order without a name that the sheet could show. */
export function readHomeAddress(query: URLSearchParams): HomeAddress {
  const read = (name: string): string | null => query.get(name);
  const pagesIn = (name: string): number =>
    Math.min(PAGES_MAX, Math.max(1, wholeNumber(read(name)) ?? 1));
  const [min, max] = [wholeNumber(read('min_amount')), wholeNumber(read('max_amount'))];
  const hasBounds = min !== undefined || max !== undefined;
  const by = NAMED_ORDERS.find(({ sort_by: one }) => one === read('sort_by')) ?? DEFAULT_ORDER;
  const orders = NAMED_ORDERS.filter(({ sort_by: one }) => one === by.sort_by);
  const order = orders.find(({ sort_order: way }) => way === read('sort_order')) ?? orders[0];
  return {
    filters: filtersOf({
      type: oneOf(TYPES, read('type')),
      creator_name: (read('creator_name') ?? '').trim().slice(0, CREATOR_MAX_CHARS),
      currency: oneOf(CURRENCIES, read('currency')),
      reveal_method: oneOf(REVEAL_METHODS, read('reveal_method')),
      min_amount: min,
      max_amount: max,
      amount_currency: hasBounds ? oneOf(CURRENCIES, read('amount_currency')) : undefined,
      sort_by: order?.sort_by,
      sort_order: order?.sort_order,
    }),
    pages: pagesIn('pages'),
    others: pagesIn('others'),
  };
}

export function homePath({ filters, pages = 1, others = 1 }: Partial<HomeAddress>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters ?? {})) query.set(name, String(value));
  if (pages > 1) query.set('pages', String(pages));
  if (others > 1) query.set('others', String(others));
  const text = query.toString();
  return text ? `/?${text}` : '/';
}

/** Without an order or a currency of choice, the user's own currency comes first. */
export const isOwnFirst = ({ currency, sort_by: by, sort_order: way }: HomeFilters): boolean =>
  currency === undefined && by === undefined && way === undefined;

/** How many settings of the filter sheet differ from the default; the type has its own pills. */
export function countFilters({
  type: _type,
  amount_currency: _of,
  ...chosen
}: HomeFilters): number {
  const { sort_by: by, sort_order: way, ...filters } = chosen;
  return Object.keys(filters).length + Number(by !== undefined || way !== undefined);
}

export const isFiltered = ({ sort_by: _by, sort_order: _way, ...filters }: HomeFilters): boolean =>
  Object.keys(filters).length > 0;
