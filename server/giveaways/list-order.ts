import { sql, type SQL } from 'drizzle-orm';

import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { endOf, vouchers } from '../db/schema/vouchers.ts';

type SortBy = NonNullable<VoucherListQuery['sort_by']>;

/** By what a list is sorted; equal ones by age, so that pages neither repeat nor miss one. */
export interface ListOrder {
  /** Of a row of `vouchers`. */
  readonly key: SQL;
  /** `asc` or `desc`, for the key and for the voucher's number behind it. */
  readonly towards: SQL;
}

/** How much of the way to its next digit a giveaway has come, 0 to 1; -1 when none opens any more before its end. */
const shareToNextDigit = (now: Date): SQL => sql`case
  when ${vouchers.revealMethod} = 'views' and ${vouchers.views} < ${vouchers.firstRevealViews}
    then ${vouchers.views}::float8 / ${vouchers.firstRevealViews}
  when ${vouchers.revealMethod} = 'views' and ${vouchers.views} < ${vouchers.secondRevealViews}
    then ${vouchers.views}::float8 / ${vouchers.secondRevealViews}
  when ${vouchers.revealMethod} = 'time' and ${vouchers.remainingTime} > ${now.toISOString()}::timestamptz
    then extract(epoch from ${now.toISOString()}::timestamptz - ${vouchers.createdAt})::float8
      / extract(epoch from ${vouchers.remainingTime} - ${vouchers.createdAt})::float8
  else -1 end`;

const ASCENDING = sql.raw('asc');
const DESCENDING = sql.raw('desc');

/** The order of a list. */
export function orderOf(sortBy: SortBy, order: 'asc' | 'desc', now: Date): ListOrder {
  const towards = order === 'asc' ? ASCENDING : DESCENDING;
  // What ends first has the least time left, and what has no end comes last.
  if (sortBy === 'ending_soon')
    return { key: endOf(vouchers), towards: order === 'asc' ? DESCENDING : ASCENDING };
  const keys = {
    amount: sql`${vouchers.worth}`,
    created_at: sql`${vouchers.createdAt}`,
    views: sql`${vouchers.views}`,
    nearly_open: shareToNextDigit(now),
  };
  return { key: keys[sortBy], towards };
}
