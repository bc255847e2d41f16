import { sql } from 'drizzle-orm';

import { REFERRAL_SIGNUP_COINS, REWARDS_PAGE_SIZE } from '../../contract/constants.ts';
import type { Joined, ReferralsAnswer, SharedVoucher } from '../../contract/rewards/rewards.ts';
import { getUser } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { isoOf, queryRows } from '../db/query-rows.ts';
import { pageOf } from '../lib/pages.ts';
import { presentBrief, type BriefRow } from '../vouchers/present-voucher.ts';
import { readEarned } from './points.ts';

const SHARED_VOUCHERS_MAX = 20;

/** Whether a user has paid their referrer. */
const isPaid = sql`exists (select from points_entries where reference = 'referral-signup:' || users.id)`;

/** Users and visitors who came by a user's link, and what they earned. */
export async function listReferrals(
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
