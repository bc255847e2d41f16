import { sql, type SQL } from 'drizzle-orm';

import { LIST_TOTAL_MAX } from '../../contract/constants.ts';
import { CURRENCIES } from '../../contract/money.ts';
import { REVEAL_METHODS, VOUCHER_TYPES, type VoucherListQuery } from '../../contract/vouchers.ts';
import { isListed, vouchers } from '../db/schema/vouchers.ts';
import { arrayOf, type Creators } from './find-creators.ts';
import type { ListOrder } from './list-order.ts';

/** Up to so many creators are walked side by side; more are sorted, or met on the way along everybody's. */
const CREATORS_SIDE_BY_SIDE_MAX = 30;

type SortBy = NonNullable<VoucherListQuery['sort_by']>;

/** Which giveaways a list shows. */
export interface ListFilters {
  readonly query: VoucherListQuery;
  readonly creators: Creators | undefined;
  /** Bounds of their worth. */
  readonly bounds: readonly SQL[];
}

/**
 * Parts of a list that an index has in the list's order each: walked side by side as far as a page reaches, so that
 * a filter which leaves few giveaways costs no walk along all of them.
 */
interface Parts {
  /** Rows for a `from`, one for each part, named `part`. */
  readonly from: SQL;
  /** What makes a giveaway one of a part. */
  readonly where: SQL;
}

const all = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);

/** Every kind that the filters leave, as an index has them: type, currency, reveal method. */
function kindsOf({ type, currency, reveal_method: method }: VoucherListQuery): Parts | undefined {
  if (type === undefined && currency === undefined && method === undefined) return undefined;
  const kinds = (type === undefined ? VOUCHER_TYPES : [type]).flatMap((oneType) =>
    (currency === undefined ? CURRENCIES : [currency]).flatMap((oneCurrency) =>
      (method === undefined ? REVEAL_METHODS : [method]).map(
        (oneMethod) => sql`(${oneType}::text, ${oneCurrency}::text, ${oneMethod}::text)`,
      ),
    ),
  );
  return {
    from: sql`(values ${sql.join(kinds, sql`, `)}) part (type, currency, reveal_method)`,
    where: sql`${vouchers.type} = part.type and ${vouchers.currency} = part.currency
      and ${vouchers.revealMethod} = part.reveal_method`,
  };
}

function partsOf({ query, creators }: ListFilters, sortBy: SortBy): Parts | undefined {
  if (creators?.ids === undefined) return kindsOf(query);
  if (sortBy !== 'amount' || creators.ids.length > CREATORS_SIDE_BY_SIDE_MAX) return undefined;
  return {
    from: sql`unnest(${arrayOf(creators.ids)}) part (creator_id)`,
    where: sql`${vouchers.creatorId} = part.creator_id`,
  };
}

function conditionsOf({ query, creators, bounds }: ListFilters): SQL[] {
  const { type, currency, reveal_method: method } = query;
  return [
    isListed(vouchers),
    ...bounds,
    ...(type === undefined ? [] : [sql`${vouchers.type} = ${type}`]),
    ...(currency === undefined ? [] : [sql`${vouchers.currency} = ${currency}`]),
    ...(method === undefined ? [] : [sql`${vouchers.revealMethod} = ${method}`]),
    ...(creators === undefined ? [] : [creators.where]),
  ];
}

/**
 * The numbers of the giveaways of a page, as a query: found before anything else is read of them. Each stretch of the
 * order is read as far as the page reaches, and no further than where those before it have filled the page.
 * @param first how many stand before the page
 * @param rows how many the page has
 */
export function listedIds(
  filters: ListFilters,
  sortBy: SortBy,
  { indexed, keyOf, towards, stretches }: ListOrder,
  { first, rows }: { readonly first: number; readonly rows: number },
): SQL {
  const parts = partsOf(filters, sortBy);
  const conditions = conditionsOf(filters);
  const names = stretches.map((_, at) => sql.raw(`stretch_${at}`));
  const found = stretches.map(({ where, upTo }, at) => {
    const before = allOf(names.slice(0, at));
    const last = sql`(select key from (${before}) before order by key ${towards} offset ${first + rows - 1} limit 1)`;
    const walk = (others: readonly SQL[]): SQL =>
      sql`(select ${vouchers.id}, ${indexed} as indexed from ${vouchers}
        where ${all([...conditions, where, ...others, ...(at === 0 ? [] : [upTo(last)])])}
        order by ${indexed} ${towards}, ${vouchers.id} ${towards} limit ${first + rows}) found`;
    const walks = parts ? sql`${parts.from} cross join lateral ${walk([parts.where])}` : walk([]);
    return sql`${names[at]} as (select found.id, ${keyOf(sql`found.indexed`)} as key from ${walks})`;
  });
  return sql`with ${sql.join(found, sql`, `)}
    select id from (${allOf(names)}) listed order by key ${towards}, id ${towards} limit ${rows} offset ${first}`;
}

const allOf = (names: readonly SQL[]): SQL =>
  sql.join(
    names.map((name) => sql`select id, key from ${name}`),
    sql` union all `,
  );

/** How many giveaways the filters leave, as a query for `total`; counted one row above `LIST_TOTAL_MAX` at most. */
export function listedTotal(filters: ListFilters): SQL {
  const parts = partsOf(filters, 'amount');
  const conditions = conditionsOf(filters);
  // Bounds are sought in the order of worth. Without one the database goes through the table, in which what stands
  // first may be over long since.
  const order = filters.bounds.length === 0 ? sql`` : sql`order by ${vouchers.worth}`;
  const walk = (where: readonly SQL[]): SQL =>
    sql`select from ${vouchers} where ${all(where)} ${order} limit ${LIST_TOTAL_MAX + 1}`;
  const found = parts
    ? sql`select from ${parts.from} cross join lateral (${walk([...conditions, parts.where])}) found
        limit ${LIST_TOTAL_MAX + 1}`
    : walk(conditions);
  return sql`select count(*)::int as total from (${found}) counted`;
}
