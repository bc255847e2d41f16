import { and, asc, count, desc, eq, gte, like, lte, type SQL } from 'drizzle-orm';

import { FEATURED_MAX, VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import { errorMessage } from '../../contract/errors.ts';
import { majorToMinor } from '../../contract/money.ts';
import type { Voucher, VoucherListAnswer, VoucherListQuery } from '../../contract/vouchers.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { presentVoucher } from '../vouchers/present-voucher.ts';
import { creatorUsername, selectVouchers } from '../vouchers/read-voucher-rows.ts';

type ListDeps = Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>;

/** Giveaways that every user can take part in. */
const isListed = and(
  eq(vouchers.purpose, 'giveaway'),
  eq(vouchers.status, 'active'),
  eq(vouchers.isPrivate, false),
);

const SORT_COLUMNS = {
  amount: vouchers.amount,
  created_at: vouchers.createdAt,
  views: vouchers.views,
};

/**
 * One page of the open giveaways.
 * @throws AppError `amount_invalid` for a bound with more than two decimals.
 */
export async function listGiveaways(
  deps: ListDeps,
  query: VoucherListQuery,
): Promise<VoucherListAnswer['data']> {
  const {
    page = 1,
    per_page: perPage = VOUCHER_PAGE_SIZE,
    sort_by: sortBy = 'amount',
    sort_order: order = 'desc',
  } = query;
  const towards = order === 'asc' ? asc : desc;
  const [total] = await deps.db
    .select({ total: count() })
    .from(vouchers)
    .innerJoin(users, eq(users.id, vouchers.creatorId))
    .where(and(isListed, ...filtersOf(query, users.username)));
  const rows = await selectVouchers(deps.db, {})
    .where(and(isListed, ...filtersOf(query, creatorUsername)))
    .orderBy(towards(SORT_COLUMNS[sortBy]), towards(vouchers.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const all = total?.total ?? 0;
  return {
    data: rows.map((row) => presentVoucher(deps, row)),
    current_page: page,
    last_page: Math.max(1, Math.ceil(all / perPage)),
    per_page: perPage,
    total: all,
  };
}

/** The open giveaways most people look at, for visitors. */
export async function listFeatured(deps: ListDeps): Promise<Voucher[]> {
  const rows = await selectVouchers(deps.db, {})
    .where(isListed)
    .orderBy(desc(vouchers.views), desc(vouchers.id))
    .limit(FEATURED_MAX);
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
  if (query.min_amount !== undefined)
    filters.push(gte(vouchers.amount, boundOf('min_amount', query.min_amount)));
  if (query.max_amount !== undefined)
    filters.push(lte(vouchers.amount, boundOf('max_amount', query.max_amount)));
  const name = query.creator_name?.trim().toLowerCase();
  if (name) filters.push(like(creatorName, `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`));
  return filters;
}

function boundOf(field: string, major: number): bigint {
  const minor = majorToMinor(major);
  if (minor === undefined)
    throw new AppError('amount_invalid', { fields: { [field]: [errorMessage('amount_invalid')] } });
  return minor;
}
