import { sql, type SQL } from 'drizzle-orm';

import { SHARE_PENDING_MS, VISIT_VISIBLE_MS } from '../../../contract/constants.ts';
import type { RefusedArrival } from '../../../contract/vouchers/sharing.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';

/** An arrival by its key. */
export interface ArrivalKey {
  readonly voucherId: number;
  readonly sharerId: number;
  readonly viewer: string;
}

/** Which pending arrivals are looked at: one, those of a visitor, or those whose time is over. */
export type ArrivalFilter = ArrivalKey | { readonly visitorId: number } | 'overdue';

/** What is known of a pending arrival by now. */
export interface JudgedArrival extends ArrivalKey {
  /** Who was signed in. */
  readonly visitorId: number | null;
  /** Why it pays nothing; null where nothing speaks against it. */
  readonly reason: RefusedArrival | null;
  /** Whether it closes a loop, whatever else speaks against it. */
  readonly isInLoop: boolean;
  /** Whether its visitor is verified, or a day has passed. */
  readonly isRipe: boolean;
}

interface Row {
  readonly voucher_id: number;
  readonly sharer_id: number;
  readonly viewer: string;
  readonly visitor_id: number | null;
  readonly reason: RefusedArrival | null;
  readonly is_in_loop: boolean;
  readonly is_ripe: boolean;
}

/** Arrivals that are looked at in one transaction. */
export const ARRIVALS_BATCH = 500;

/** Whether the visitor of an arrival brought its sharer to the same voucher, alone or with one other between them. */
export const isLoop = (arrival: SQL): SQL => sql`exists (
  select from voucher_referrals back
  where back.voucher_id = ${arrival}.voucher_id and back.sharer_id = ${arrival}.visitor_id and (
    back.visitor_id = ${arrival}.sharer_id or exists (
      select from voucher_referrals between_them
      where between_them.voucher_id = back.voucher_id and between_them.sharer_id = back.visitor_id
        and between_them.visitor_id = ${arrival}.sharer_id
    )))`;

/**
 * Pending arrivals and what speaks for and against them, locked until the transaction ends; those that another
 * one has locked are its to settle.
 */
export async function findJudgedArrivals(
  tx: Db,
  filter: ArrivalFilter,
  now: Date,
): Promise<JudgedArrival[]> {
  const rows = await queryRows<Row>(
    tx,
    sql`
      select due.voucher_id, due.sharer_id, due.viewer, due.visitor_id,
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
        end as reason, loop.is_closed as is_in_loop,
        due.counted_at <= ${new Date(now.getTime() - SHARE_PENDING_MS).toISOString()}::timestamptz or exists (
          select from users
          where users.email_verified_at is not null and users.id <> due.sharer_id and (
            users.id = due.visitor_id
            or users.id in (select user_id from sessions where sessions.device_id = due.device_id))
        ) as is_ripe
      from voucher_referrals due
      cross join lateral (select ${isLoop(sql`due`)} as is_closed) loop
      where due.state = 'pending' and ${chosen(filter, now)}
      order by due.voucher_id, due.sharer_id, due.viewer
      limit ${ARRIVALS_BATCH}
      for update of due skip locked`,
  );
  return rows.map((row) => ({
    voucherId: row.voucher_id,
    sharerId: row.sharer_id,
    viewer: row.viewer,
    visitorId: row.visitor_id,
    reason: row.reason,
    isInLoop: row.is_in_loop,
    isRipe: row.is_ripe,
  }));
}

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
