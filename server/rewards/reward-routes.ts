import { CursorQuery } from '../../contract/common.ts';
import { sql } from 'drizzle-orm';

import { REWARDS_PAGE_SIZE } from '../../contract/constants.ts';
import {
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
import { listReferrals } from './list-referrals.ts';
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
