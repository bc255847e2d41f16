import { desc, sql, and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';

import {
  FEATURED_MAX,
  FOLLOWED_MAX,
  LIST_TOTAL_MAX,
  VOUCHER_PAGE_SIZE,
} from '../../contract/constants.ts';
import {
  type Voucher,
  VoucherListAnswer,
  VoucherListQuery,
  FeaturedAnswer,
  FollowedAnswer,
} from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import { hasChanged, queryRows } from '../db/query-rows.ts';
import { isListed, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { readRates } from '../regions/rates.ts';
import { totalsOf } from '../lib/pages.ts';
import { presentVoucher } from '../vouchers/present-voucher.ts';
import { readVoucherRows } from '../vouchers/voucher-row.ts';
import { findCreators, directionOf, pageQuery, totalQuery, readBounds } from './list-query.ts';
import type { Db } from '../db/database.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { publicCache } from '../http/etags.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { readPendingCoins } from '../rewards/points.ts';

type ListDeps = Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>;

/** @throws AppError `amount_invalid` for a bound with more than two decimals */
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
  const [counted] = await queryRows<{ total: number }>(deps.db)`${totalQuery(filters)}`;
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

/** Visitors see featured giveaways first and then the most viewed ones; none that has not started. */
export async function listFeatured(deps: ListDeps & Pick<Deps, 'clock'>): Promise<Voucher[]> {
  const now = dateOf(deps.clock);
  const rows = await readVoucherRows(deps.db, {
    where: and(isListed(vouchers), or(isNull(vouchers.startsAt), lte(vouchers.startsAt, now))),
    orderBy: [sql`${vouchers.featuredAt} desc nulls last`, desc(vouchers.views), desc(vouchers.id)],
    limit: FEATURED_MAX,
  });
  return rows.map((row) => presentVoucher(deps, row));
}

/** The newest guesses and follows that are searched for open giveaways. */
const LOOKED_AT = 100;

/** Private ones too, because the caller was allowed to guess. */
async function listFollowed(deps: ListDeps, userId: number): Promise<Voucher[]> {
  // An array makes the planner look up each id.
  const ids = sql`array(
    (select distinct voucher_id from (
      select voucher_id from guesses where user_id = ${userId} order by id desc limit ${LOOKED_AT}
    ) guessed)
    union
    (select voucher_id from voucher_follows where user_id = ${userId} and muted_at is null
      order by created_at desc limit ${LOOKED_AT}))`;
  const rows = await readVoucherRows(deps.db, {
    where: sql`${vouchers.id} = any(${ids}) and ${vouchers.purpose} = 'giveaway' and ${vouchers.status} = 'active'`,
    orderBy: [desc(vouchers.id)],
    limit: FOLLOWED_MAX,
  });
  return rows.map((row) => presentVoucher(deps, row));
}

/** @returns false if it is not open and public, or already featured */
export function featureGiveaway(tx: Db, voucherId: number, now: Date): Promise<boolean> {
  const mayBe = and(eq(vouchers.id, voucherId), isListed(vouchers), isNull(vouchers.featuredAt));
  return hasChanged(tx.update(vouchers).set({ featuredAt: now }).where(mayBe));
}

export function unfeatureGiveaway(tx: Db, voucherId: number): Promise<boolean> {
  const isFeatured = and(eq(vouchers.id, voucherId), isNotNull(vouchers.featuredAt));
  return hasChanged(tx.update(vouchers).set({ featuredAt: null }).where(isFeatured));
}

const route = taggedRoutes('Vouchers');
const FEATURED_MAX_AGE_SECONDS = 30;

export const voucherListRoutes = routesOf(async (app, deps) => {
  app.get(
    '/vouchers',
    {
      // The specification has two messages for callers without a session, so the guard lets them through.
      ...route('optional', 'Open public giveaways', VoucherListAnswer, {
        description: `\`total\` and \`last_page\` are exact up to ${LIST_TOTAL_MAX} giveaways. Of more, they say how many there are at least: \`last_page\` is beyond \`current_page\` as long as there is a next page.`,
        querystring: VoucherListQuery,
      }),
      onRequest: async (request) => {
        if (!request.caller)
          throw new AppError(
            request.headers.authorization ? 'vouchers_unauthenticated' : 'vouchers_need_login',
          );
      },
    },
    async (request) => ({
      success,
      message: 'Vouchers',
      data: await listGiveaways(deps, request.query, callerOf(request).userId),
    }),
  );

  app.get(
    '/vouchers/followed',
    route('user', 'Open giveaways that the caller guessed on or follows', FollowedAnswer),
    async (request) => {
      const { userId } = callerOf(request);
      return {
        success,
        data: await listFollowed(deps, userId),
        coins_pending: await readPendingCoins(deps.db, userId),
      };
    },
  );

  app.get(
    '/vouchers/featured',
    {
      ...route('public', 'Giveaways for visitors', FeaturedAnswer),
      onSend: publicCache(FEATURED_MAX_AGE_SECONDS),
    },
    async () => ({ success, data: await listFeatured(deps) }),
  );
});
