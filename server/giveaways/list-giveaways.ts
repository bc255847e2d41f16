import { desc, sql } from 'drizzle-orm';

import { FEATURED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { Voucher, VoucherListAnswer, VoucherListQuery } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import { queryRows } from '../db/query-rows.ts';
import { isListed, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { readRates } from '../regions/read-rates.ts';
import { totalsOf } from '../lib/page-totals.ts';
import { presentVoucher } from '../vouchers/present-voucher.ts';
import { readVoucherRows } from '../vouchers/read-voucher-rows.ts';
import { findCreators } from './find-creators.ts';
import { directionOf, pageQuery, totalQuery } from './list-query.ts';
import { readBounds } from './read-bounds.ts';

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
  const { page = 1, per_page: perPage = VOUCHER_PAGE_SIZE, sort_by: sortBy = 'amount' } = query;
  const hasBounds = query.min_amount !== undefined || query.max_amount !== undefined;
  const known = sortBy === 'amount' || hasBounds ? await readRates(deps) : undefined;
  const filters = {
    query,
    creators: await findCreators(deps.db, query.creator_name),
    bounds: known && (await readBounds(deps, query, callerId, known.rates)),
    rates: known?.rates,
    now: dateOf(deps.clock),
  };
  const [counted] = await queryRows<{ total: number }>(deps.db, totalQuery(filters));
  const place = { first: (page - 1) * perPage, rows: perPage + 1, total: counted?.total ?? 0 };
  const direction = directionOf(query);
  const rows = await readVoucherRows(deps.db, {
    join: { rows: sql`(${pageQuery(filters, place)}) listed`, on: sql`listed.id = ${vouchers.id}` },
    orderBy: [sql`listed.key ${direction}`, sql`listed.id ${direction}`],
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
