import { sql, type SQL } from 'drizzle-orm';

import {
  VIEW_WINDOW_MS,
  SHARE_PENDING_MS,
  VISIT_VISIBLE_MS,
  SHARE_REWARD_COINS,
} from '../../../contract/constants.ts';
import { findReferrer } from '../../accounts/users.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { TRUST, type Viewer } from '../views/viewer.ts';
import type { RefusedArrival } from '../../../contract/vouchers/sharing.ts';
import {
  type NewNotification,
  storeNotifications,
} from '../../notifications/store-notifications.ts';
import { movePoints } from '../../rewards/points.ts';
import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import {
  SETTLE_ARRIVALS,
  SETTLE_VISITOR,
  type VisitorJob,
} from '../../vouchers/activate-voucher.ts';

interface Arrival {
  readonly voucherId: number;
  readonly creatorId: number;
  readonly referralCode: string;
  readonly viewer: Viewer;
  readonly callerId: number | undefined;
  readonly deviceId: string | undefined;
}

/** The number separates these advisory locks from others with two keys. */
const KIND = sql.raw('2');

/** Two arrivals of one loop share a user, so the later one sees the earlier one. */
const lockPair = (tx: Db, sharerId: number, visitorId: number): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${KIND}, ${Math.min(sharerId, visitorId)}::int),
    pg_advisory_xact_lock(${KIND}, ${Math.max(sharerId, visitorId)}::int)`);

/** A viewer counts once in 12 hours; unknown codes, own visits and unproven devices never count. */
export async function recordArrival(
  db: Db,
  { voucherId, creatorId, referralCode, viewer, callerId, deviceId }: Arrival,
  now: Date,
): Promise<void> {
  if (viewer.trust === TRUST.none || callerId === creatorId) return;
  const sharerId = await findReferrer(db, referralCode);
  if (sharerId === null || callerId === sharerId) return;
  const [at, before] = [now.toISOString(), new Date(now.getTime() - VIEW_WINDOW_MS).toISOString()];
  await inTransaction(db, async (tx) => {
    if (callerId !== undefined) await lockPair(tx, sharerId, callerId);
    const arrived = await queryRows(tx)`
        insert into voucher_referrals (voucher_id, sharer_id, viewer, counted_at, visitor_id, device_id, state)
        values (${voucherId}::int, ${sharerId}::int, ${viewer.key}::text, ${at}::timestamptz,
          ${callerId ?? null}::int, ${deviceId ?? null}::text, 'pending')
        on conflict (voucher_id, sharer_id, viewer) do update
          set counted_at = excluded.counted_at,
            visitor_id = coalesce(excluded.visitor_id, voucher_referrals.visitor_id),
            device_id = excluded.device_id, state = 'pending', reason = null
          where voucher_referrals.counted_at <= ${before}::timestamptz and voucher_referrals.state <> 'pending'
        returning viewer`;
    if (arrived.length > 0)
      await settleArrivals(tx, { voucherId, sharerId, viewer: viewer.key }, now);
  });
}

interface ArrivalKey {
  readonly voucherId: number;
  readonly sharerId: number;
  readonly viewer: string;
}

type ArrivalFilter = ArrivalKey | { readonly visitorId: number } | 'overdue';

interface JudgedArrival extends ArrivalKey {
  readonly visitorId: number | null;
  /** Null if the arrival is not suspicious. */
  readonly reason: RefusedArrival | null;
  readonly isInLoop: boolean;
  /** The visitor is verified or the arrival is a day old. */
  readonly isRipe: boolean;
}

export const ARRIVALS_BATCH = 500;

/** Two users, or three, who visited each other's links. */
const isLoop = (arrival: SQL): SQL => sql`exists (
  select from voucher_referrals back
  where back.voucher_id = ${arrival}.voucher_id and back.sharer_id = ${arrival}.visitor_id and (
    back.visitor_id = ${arrival}.sharer_id or exists (
      select from voucher_referrals between_them
      where between_them.voucher_id = back.voucher_id and between_them.sharer_id = back.visitor_id
        and between_them.visitor_id = ${arrival}.sharer_id
    )))`;

/** Arrivals that another transaction has locked are skipped. */
const findJudgedArrivals = (tx: Db, filter: ArrivalFilter, now: Date) =>
  queryRows<JudgedArrival>(tx)`
      select due.voucher_id as "voucherId", due.sharer_id as "sharerId", due.viewer, due.visitor_id as "visitorId",
        case
          when exists (
            select from sessions where sessions.device_id = due.device_id and sessions.user_id = due.sharer_id
          ) or exists (
            select from device_guessers
            where device_guessers.device_id = due.device_id and device_guessers.user_id = due.sharer_id
          ) then 'own_device'
          when exists (
            select from payout_destinations one
            join payout_destinations other on other.destination_hash = one.destination_hash
            where one.user_id = due.sharer_id and other.user_id = due.visitor_id
          ) then 'own_destination'
          when loop.is_closed then 'loop'
          when exists (
            select from voucher_referrals near
            where near.viewer = due.viewer and (near.voucher_id, near.sharer_id) <> (due.voucher_id, due.sharer_id)
              and near.counted_at > due.counted_at - ${VISIT_VISIBLE_MS} * interval '1 ms'
              and near.counted_at <= due.counted_at
          ) then 'short_visit'
        end as reason, loop.is_closed as "isInLoop",
        due.counted_at <= ${new Date(now.getTime() - SHARE_PENDING_MS).toISOString()}::timestamptz or exists (
          select from users
          where users.email_verified_at is not null and users.id <> due.sharer_id and (
            users.id = due.visitor_id
            or users.id in (select user_id from sessions where sessions.device_id = due.device_id))
        ) as "isRipe"
      from voucher_referrals due
      cross join lateral (select ${isLoop(sql`due`)} as is_closed) loop
      where due.state = 'pending' and ${chosen(filter, now)}
      order by due.voucher_id, due.sharer_id, due.viewer
      limit ${ARRIVALS_BATCH}
      for update of due skip locked`;

function chosen(filter: ArrivalFilter, now: Date): SQL {
  if (filter === 'overdue')
    return sql`due.counted_at <= ${new Date(now.getTime() - SHARE_PENDING_MS).toISOString()}::timestamptz`;
  if ('visitorId' in filter) {
    const { visitorId } = filter;
    return sql`(due.visitor_id = ${visitorId} or due.device_id in (select device_id from sessions where user_id = ${visitorId}))`;
  }
  const { voucherId, sharerId, viewer } = filter;
  return sql`due.voucher_id = ${voucherId} and due.sharer_id = ${sharerId} and due.viewer = ${viewer}`;
}

/** A sharer's first counted arrival on a voucher pays 50 coins. */
async function settleArrivals(tx: Db, filter: ArrivalFilter, now: Date): Promise<number> {
  const judged = await findJudgedArrivals(tx, filter, now);
  const settled = judged.filter(({ reason, isRipe }) => reason !== null || isRipe);
  if (settled.length === 0) return 0;
  await writeStates(tx, settled);
  const loops = settled.filter(({ isInLoop }) => isInLoop);
  for (const loop of loops) await openLoop(tx, loop);
  const earned: NewNotification[] = [];
  for (const { voucherId, userId, ulid } of await countConfirmed(tx, settled)) {
    const reference = `share:${voucherId}:${userId}`;
    const reward = { userId, delta: SHARE_REWARD_COINS, reason: 'share', reference, now } as const;
    const { moved } = await movePoints(tx, reward);
    const data = { voucher: ulid, coins: SHARE_REWARD_COINS };
    if (moved) earned.push({ userId, kind: 'coins_earned', eventKey: reference, data });
  }
  await storeNotifications(tx, earned, now);
  return settled.length;
}

/** Each batch is one transaction, and pending arrivals are not read again. */
export async function settleAllArrivals(db: Db, filter: ArrivalFilter, now: Date): Promise<void> {
  let settled: number;
  do settled = await inTransaction(db, (tx) => settleArrivals(tx, filter, now));
  while (settled === ARRIVALS_BATCH);
}

const recordsOf = (arrivals: readonly JudgedArrival[]) =>
  sql`json_to_recordset(${JSON.stringify(arrivals)}::json)
    as settled("voucherId" int, "sharerId" int, viewer text, reason text)`;

async function writeStates(tx: Db, settled: readonly JudgedArrival[]): Promise<void> {
  await tx.execute(sql`
    update voucher_referrals
    set state = case when settled.reason is null then 'confirmed' else 'refused' end, reason = settled.reason,
      counted = voucher_referrals.counted + (settled.reason is null)::int
    from ${recordsOf(settled)}
    where voucher_referrals.voucher_id = settled."voucherId" and voucher_referrals.sharer_id = settled."sharerId"
      and voucher_referrals.viewer = settled.viewer`);
}

const countConfirmed = (tx: Db, settled: readonly JudgedArrival[]) =>
  queryRows<{ voucherId: number; userId: number; ulid: string }>(tx)`
    with arrived as (
      select settled."voucherId" as voucher_id, settled."sharerId" as sharer_id, count(*)::int as arrivals, min(referral.counted_at) as first_at
      from ${recordsOf(settled)}
      join voucher_referrals referral on referral.voucher_id = settled."voucherId"
        and referral.sharer_id = settled."sharerId" and referral.viewer = settled.viewer
      where settled.reason is null group by 1, 2
    ), counted as (
      insert into voucher_sharers (voucher_id, user_id, referral_count, first_at)
      select voucher_id, sharer_id, arrivals, first_at from arrived order by 1, 2
      on conflict (voucher_id, user_id) do update
        set referral_count = voucher_sharers.referral_count + excluded.referral_count,
          first_at = least(voucher_sharers.first_at, excluded.first_at)
      returning voucher_id, user_id, referral_count
    )
    select counted.voucher_id as "voucherId", counted.user_id as "userId", vouchers.ulid from counted
    join vouchers on vouchers.id = counted.voucher_id
    join arrived on arrived.voucher_id = counted.voucher_id and arrived.sharer_id = counted.user_id
    where counted.referral_count = arrived.arrivals order by counted.user_id, counted.voucher_id`;

/**
 * Pending arrivals are refused now, because the giveaway may end before they are judged.
 * Counts are locked in the order in which they are added to.
 */
async function openLoop(tx: Db, { voucherId, sharerId, visitorId }: JudgedArrival): Promise<void> {
  await tx.execute(sql`
    with opened as (
      select edge.sharer_id, edge.viewer, edge.counted from voucher_referrals edge
      where edge.voucher_id = ${voucherId} and (edge.state <> 'refused' or edge.counted > 0)
        and (edge.sharer_id in (${visitorId}, ${sharerId}) or edge.visitor_id = ${sharerId})
        and ${isLoop(sql`edge`)}
      for update of edge
    ), refused as (
      update voucher_referrals edge set state = 'refused', reason = coalesce(edge.reason, 'loop'), counted = 0
      from opened
      where edge.voucher_id = ${voucherId} and edge.sharer_id = opened.sharer_id and edge.viewer = opened.viewer
    ), taken as (
      select sharer_id, sum(counted)::int as arrivals from opened group by 1
    ), kept as (
      select user_id from voucher_sharers
      where voucher_id = ${voucherId} and user_id in (select sharer_id from taken) order by user_id for update
    )
    update voucher_sharers set referral_count = referral_count - taken.arrivals
    from taken join kept on kept.user_id = taken.sharer_id
    where voucher_sharers.voucher_id = ${voucherId} and voucher_sharers.user_id = taken.sharer_id`);
}

export function registerSharingJobs(deps: Deps): void {
  deps.jobs.handle(
    SETTLE_ARRIVALS,
    () => settleAllArrivals(deps.db, 'overdue', dateOf(deps.clock)),
    EVERY_MINUTE,
  );
  deps.jobs.handle(SETTLE_VISITOR, (data) => {
    const { userId: visitorId } = data as VisitorJob;
    return settleAllArrivals(deps.db, { visitorId }, dateOf(deps.clock));
  });
}
