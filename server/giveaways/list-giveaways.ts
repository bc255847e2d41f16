import { desc, sql } from 'drizzle-orm';

import { FEATURED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { Voucher, VoucherListAnswer, VoucherListQuery } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import { queryRows } from '../db/query-rows.ts';
import { isListed, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { totalsOf } from '../lib/page-totals.ts';
import { presentVoucher } from '../vouchers/present-voucher.ts';
import { readVoucherRows } from '../vouchers/read-voucher-rows.ts';
import { findCreators } from './find-creators.ts';
import { orderOf } from './list-order.ts';
import { listedIds, listedTotal } from './listed.ts';
import { readWorthFilter } from './worth-filter.ts';

type ListDeps = Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>;

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
    sort_order: sortOrder = 'desc',
  } = query;
  const bounds = await readWorthFilter(deps, query, callerId);
  const creators = await findCreators(deps.db, query.creator_name);
  const filters = { query, creators, bounds };
  const order = orderOf(sortBy, sortOrder, dateOf(deps.clock));
  const [counted] = await queryRows<{ total: number }>(deps.db, listedTotal(filters));
  const place = { first: (page - 1) * perPage, rows: perPage + 1 };
  const rows = await readVoucherRows(deps.db, {
    where: sql`${vouchers.id} in (${listedIds(filters, sortBy, order, place)})`,
    orderBy: [
      sql`${order.keyOf(order.indexed)} ${order.towards}`,
      sql`${vouchers.id} ${order.towards}`,
    ],
  });
  const { total, lastPage } = totalsOf({ page, perPage }, counted?.total ?? 0, rows.length);
  return {
    data: rows.slice(0, perPage).map((row) => presentVoucher(deps, row)),
    current_page: page,
    last_page: lastPage,
    per_page: perPage,
    total,
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
