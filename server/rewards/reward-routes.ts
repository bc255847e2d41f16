import { CursorQuery } from '../../contract/common.ts';
import { sql } from 'drizzle-orm';

import { REFERRAL_SIGNUP_COINS, REWARDS_PAGE_SIZE } from '../../contract/constants.ts';
import {
  type Joined,
  type SharedVoucher,
  CoinHistoryAnswer,
  DashboardAnswer,
  LeaderboardAnswer,
  LeaderboardQuery,
  OwnGuessesAnswer,
  ReferralsAnswer,
} from '../../contract/rewards/rewards.ts';
import type { Db } from '../db/database.ts';
import { isoOf, queryRows } from '../db/query-rows.ts';
import { getUser } from '../accounts/users.ts';
import { pageOf } from '../lib/pages.ts';
import { dateOf } from '../clock.ts';
import { listOwnGuesses } from '../giveaways/guess/list-own-guesses.ts';
import { signReceipts } from '../giveaways/receipts.ts';
import { callerOf } from '../http/access.ts';
import { presentBrief, type BriefRow } from '../vouchers/present-voucher.ts';
import { readEarned } from './points.ts';
import { readDashboard } from './read-dashboard.ts';
import { readLeaderboard } from './leaderboard.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

/** A page of a user's coins, newest first; a cursor is the id of the last line before. */
async function listCoins(
  db: Db,
  userId: number,
  cursor: number | undefined,
): Promise<CoinHistoryAnswer> {
  const { points } = await getUser(db, userId);
  // The second part of these references is the voucher's number.
  const rows = await queryRows<CoinHistoryAnswer['data'][number]>(db)`
    select entry.id::float8 as id, entry.delta, entry.reason, vouchers.ulid as voucher_ulid,
      ${isoOf(sql`entry.created_at`)} as created_at
    from (
      select * from points_entries
      where user_id = ${userId} and id < ${cursor ?? Number.MAX_SAFE_INTEGER}::bigint
      order by id desc limit ${REWARDS_PAGE_SIZE + 1}
    ) entry
    left join vouchers on entry.reason in ('share', 'skip_wait', 'lottery_entry')
      and vouchers.id = split_part(entry.reference, ':', 2)::int
    order by entry.id desc`;
  const { shown, nextCursor } = pageOf(rows, REWARDS_PAGE_SIZE);
  return { success: true, points, data: [...shown], next_cursor: nextCursor };
}

const SHARED_VOUCHERS_MAX = 20;

/** Whether a user has paid their referrer. */
const isPaid = sql`exists (select from points_entries where reference = 'referral-signup:' || users.id)`;

/** Users and visitors who came by a user's link, and what they earned. */
async function listReferrals(
  db: Db,
  publicOrigin: string,
  userId: number,
  cursor: number | undefined,
): Promise<ReferralsAnswer> {
  const { referralCode } = await getUser(db, userId);
  const earned = await readEarned(db, userId);
  const [pending] = await queryRows<{ visitors: number; joined: number }>(db)`select
      (select count(*)::int from voucher_referrals where sharer_id = ${userId} and state = 'pending') as visitors,
      (select count(*)::int from users where referred_by = ${userId} and deleted_at is null and not ${isPaid}) as joined`;
  const { shown, nextCursor } = pageOf(await readJoined(db, userId, cursor), REWARDS_PAGE_SIZE);
  return {
    success: true,
    referral_code: referralCode,
    link: `${publicOrigin}/signup?ref=${referralCode}`,
    total_points: earned.points,
    shares: earned.shares,
    joined: earned.joins,
    pending_visitors: pending?.visitors ?? 0,
    pending_joined: pending?.joined ?? 0,
    data: [...shown],
    next_cursor: nextCursor,
    vouchers: await readShared(db, userId),
  };
}

function readJoined(db: Db, userId: number, cursor: number | undefined): Promise<Joined[]> {
  const after = cursor === undefined ? sql`` : sql`and id < ${cursor}::bigint`;
  return queryRows<Joined>(db)`
    select id, username, avatar, ${isoOf(sql`created_at`)} as created_at,
      case when is_paid then 'confirmed' else 'pending' end as state,
      case when is_paid then ${REFERRAL_SIGNUP_COINS}::int else 0 end as coins
    from users cross join lateral (select ${isPaid} as is_paid) paid
    where referred_by = ${userId} and (deleted_at is null or is_paid) ${after}
    order by id desc limit ${REWARDS_PAGE_SIZE + 1}`;
}

type SharedRow = BriefRow & Omit<SharedVoucher, 'voucher'>;

async function readShared(db: Db, userId: number): Promise<SharedVoucher[]> {
  const rows = await queryRows<SharedRow>(db)`
    with passed_on as (
      (select voucher_id from voucher_sharers where user_id = ${userId}
        order by voucher_id desc limit ${SHARED_VOUCHERS_MAX})
      union
      (select distinct voucher_id from voucher_referrals where sharer_id = ${userId} and state = 'pending'
        order by voucher_id desc limit ${SHARED_VOUCHERS_MAX})
    )
    select vouchers.ulid, vouchers.amount::text as amount, vouchers.currency, vouchers.status,
      coalesce(sharer.referral_count, 0) as confirmed, waiting.pending, coalesce(paid.delta, 0) as coins
    from passed_on
    join vouchers on vouchers.id = passed_on.voucher_id
    left join voucher_sharers sharer on sharer.voucher_id = vouchers.id and sharer.user_id = ${userId}
    left join points_entries paid on paid.reference = 'share:' || vouchers.id || ':' || ${userId}::int
    cross join lateral (
      select count(*)::int as pending from voucher_referrals
      where sharer_id = ${userId} and voucher_id = vouchers.id and state = 'pending'
    ) waiting
    order by vouchers.id desc limit ${SHARED_VOUCHERS_MAX}`;
  return rows.map(({ confirmed, pending, coins, ...voucher }) => ({
    voucher: presentBrief(voucher),
    confirmed,
    pending,
    coins,
  }));
}

const route = taggedRoutes('Rewards');

export const rewardRoutes = routesOf(async (app, deps) => {
  app.get(
    '/points/history',
    route(
      'user',
      'Coins of the signed-in user, each movement with its reason, newest first',
      CoinHistoryAnswer,
      { querystring: CursorQuery },
    ),
    async (request) => listCoins(deps.db, callerOf(request).userId, request.query.cursor),
  );

  app.get(
    '/leaderboard',
    route('user', 'Who earned most coins, and where the caller stands', LeaderboardAnswer, {
      description:
        'Weeks begin on Monday, at midnight in UTC. People with equal coins share a rank.',
      querystring: LeaderboardQuery,
    }),
    async (request) =>
      readLeaderboard(deps.db, callerOf(request).userId, request.query, dateOf(deps.clock)),
  );

  app.get(
    '/referrals',
    route('user', "Who came by the caller's link, and what that earned", ReferralsAnswer, {
      querystring: CursorQuery,
    }),
    async (request) =>
      listReferrals(
        deps.db,
        deps.config.publicOrigin,
        callerOf(request).userId,
        request.query.cursor,
      ),
  );
});

export const dashboardRoutes = routesOf(async (app, deps) => {
  app.get(
    '/guesses',
    route(
      'user',
      "The caller's guesses and lottery entries with their signed receipts, newest first",
      OwnGuessesAnswer,
      { querystring: CursorQuery },
    ),
    async (request) => {
      const { userId } = callerOf(request);
      const { data, nextCursor } = await listOwnGuesses(deps, userId, request.query);
      const signed = await signReceipts(deps, data);
      return { success, data: signed, next_cursor: nextCursor };
    },
  );

  app.get(
    '/dashboard',
    route('user', 'What the caller has, has done and can expect', DashboardAnswer),
    async (request) => ({
      success,
      data: await readDashboard(deps, callerOf(request).userId),
    }),
  );
});
