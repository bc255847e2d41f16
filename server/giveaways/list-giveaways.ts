import { and, asc, count, desc, eq, like, sql, type SQL } from 'drizzle-orm';

import { FEATURED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { Voucher, VoucherListAnswer, VoucherListQuery } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import { users } from '../db/schema/accounts.ts';
import { endOf, isListed, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { presentVoucher } from '../vouchers/present-voucher.ts';
import { creatorUsername, readVoucherRows } from '../vouchers/read-voucher-rows.ts';
import { readWorthFilter } from './worth-filter.ts';

type ListDeps = Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>;
type SortBy = NonNullable<VoucherListQuery['sort_by']>;

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

/** The order of a list, equal ones by age, so that pages neither repeat nor miss one. */
function orderOf(sortBy: SortBy, order: 'asc' | 'desc', now: Date): SQL[] {
  const towards = order === 'asc' ? asc : desc;
  // What ends first has the least time left, and what has no end comes last.
  if (sortBy === 'ending_soon') {
    const away = order === 'asc' ? desc : asc;
    return [away(endOf(vouchers)), away(vouchers.id)];
  }
  const keys = {
    amount: vouchers.worth,
    created_at: vouchers.createdAt,
    views: vouchers.views,
    nearly_open: shareToNextDigit(now),
  };
  return [towards(keys[sortBy]), towards(vouchers.id)];
}

/**
 * One page of the open giveaways.
 * @throws AppError `amount_invalid` for a bound with more than two decimals.
 */
export async function listGiveaways(
  deps: ListDeps & Pick<Deps, 'clock'>,
  query: VoucherListQuery,
  callerId: number,
): Promise<VoucherListAnswer['data']> {
  const {
    page = 1,
    per_page: perPage = VOUCHER_PAGE_SIZE,
    sort_by: sortBy = 'amount',
    sort_order: order = 'desc',
  } = query;
  const isWorthIt = await readWorthFilter(deps, query, callerId);
  const isListedHere = isListed(vouchers);
  const [total] = await deps.db
    .select({ total: count() })
    .from(vouchers)
    .innerJoin(users, eq(users.id, vouchers.creatorId))
    .where(and(isListedHere, ...isWorthIt, ...filtersOf(query, users.username)));
  const rows = await readVoucherRows(deps.db, {
    where: and(isListedHere, ...isWorthIt, ...filtersOf(query, creatorUsername)),
    orderBy: orderOf(sortBy, order, dateOf(deps.clock)),
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const all = total?.total ?? 0;
  return {
    data: rows.map((row) => presentVoucher(deps, row)),
    current_page: page,
    last_page: Math.max(1, Math.ceil(all / perPage)),
    per_page: perPage,
    total: all,
  };
}

/** For visitors: the open giveaways that an administrator chose, newest first, then those that most people look at. */
export async function listFeatured(deps: ListDeps): Promise<Voucher[]> {
  const rows = await readVoucherRows(deps.db, {
    where: isListed(vouchers),
    orderBy: [sql`${vouchers.featuredAt} desc nulls last`, desc(vouchers.views), desc(vouchers.id)],
    limit: FEATURED_MAX,
  });
  return rows.map((row) => presentVoucher(deps, row));
}

function filtersOf(
  query: VoucherListQuery,
  creatorName: typeof users.username | typeof creatorUsername,
): SQL[] {
  const filters: SQL[] = [];
  if (query.type) filters.push(eq(vouchers.type, query.type));
  if (query.currency) filters.push(eq(vouchers.currency, query.currency));
  if (query.reveal_method) filters.push(eq(vouchers.revealMethod, query.reveal_method));
  const name = query.creator_name?.trim().toLowerCase();
  if (name) filters.push(like(creatorName, `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`));
  return filters;
}
