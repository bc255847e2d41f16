import { sql, type SQL } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { endOf, nearnessOf, vouchers } from '../db/schema/vouchers.ts';

type SortBy = NonNullable<VoucherListQuery['sort_by']>;

/** Giveaways of which an index has the order. */
export interface Stretch {
  /** What makes a giveaway one of it. */
  readonly where: SQL;
  /**
   * Which of them can stand on a page that stretches before have filled: up to a key, null when they have not filled
   * it and all of them can. In words that an index can seek.
   */
  readonly upTo: (key: SQL) => SQL;
}

/** By what a list is sorted; equal ones by age, so that pages neither repeat nor miss one. */
export interface ListOrder {
  /** What indexes have, of a row of `vouchers`. */
  readonly indexed: SQL;
  /** What is sorted by, of what an index has: within each stretch in the same order. */
  readonly keyOf: (indexed: SQL) => SQL;
  /** `asc` or `desc`, for the key and for the voucher's number behind it. */
  readonly towards: SQL;
  /** Every giveaway is of one of them. */
  readonly stretches: readonly Stretch[];
}

const ASCENDING = sql.raw('asc');
const DESCENDING = sql.raw('desc');
/** Below every share of a way: no digit opens later than in a year. */
const NONE_OPENS = -1_000_000_000;
/** No voucher has a greater number, nor one below 1. */
const ID_MAX = 2_147_483_647;

/**
 * By the share of the way to the next digit, 0 to 1. The way of one that opens by time is its last day, and its share
 * negative before, so that no moment changes the order of those that time opens. Last what opens no digit any more.
 */
function nearlyOpen(order: 'asc' | 'desc', nowMs: number): ListOrder {
  const nearness = nearnessOf(vouchers);
  const now = sql`${-nowMs}::float8`;
  // Two bounds of the nearness are a range to the planner, which has no statistics of it, takes any for next to
  // nothing, and would sort it. A bound of a row counts as a third of what there is.
  const placeInIndex = sql`(${nearness}, ${vouchers.id})`;
  const byTime = sql`${nearness} < ${now}`;
  const byViews = sql`${nearness} >= 0`;
  const noMore = sql`${nearness} >= ${now} and ${placeInIndex} < (0, 0)`;
  const ifNotFilled = (key: SQL): SQL => sql`${key} is null`;
  const keyOf = (indexed: SQL): SQL => sql`case when ${indexed} >= 0 then ${indexed}
    when ${indexed} < ${now} then 1 + (${indexed} - ${now}) / ${DAY_MS}::float8
    else ${indexed} + ${NONE_OPENS}::float8 end`;
  if (order === 'asc') {
    const upTo = (last: SQL): SQL =>
      sql`${placeInIndex} <= (coalesce(${last}, 'infinity'), ${ID_MAX})`;
    const stretches = [
      { where: noMore, upTo: ifNotFilled },
      { where: byTime, upTo: ifNotFilled },
      { where: byViews, upTo },
    ];
    return { indexed: nearness, keyOf, towards: ASCENDING, stretches };
  }
  const upTo = (last: SQL): SQL => sql`${nearness} >= coalesce(${last}, 0)`;
  const stretches = [
    { where: byTime, upTo: ifNotFilled },
    { where: byViews, upTo },
    { where: noMore, upTo: ifNotFilled },
  ];
  return { indexed: nearness, keyOf, towards: DESCENDING, stretches };
}

/** The order of a list. */
export function orderOf(sortBy: SortBy, order: 'asc' | 'desc', now: Date): ListOrder {
  if (sortBy === 'nearly_open') return nearlyOpen(order, now.getTime());
  const keys = {
    amount: sql`${vouchers.worth}`,
    created_at: sql`${vouchers.createdAt}`,
    views: sql`${vouchers.views}`,
    ending_soon: endOf(vouchers),
  };
  // What ends first has the least time left, and what has no end comes last.
  const isAsc = sortBy === 'ending_soon' ? order === 'desc' : order === 'asc';
  const everything = { where: sql`true`, upTo: () => sql`true` };
  return {
    indexed: keys[sortBy],
    keyOf: (indexed) => indexed,
    towards: isAsc ? ASCENDING : DESCENDING,
    stretches: [everything],
  };
}
