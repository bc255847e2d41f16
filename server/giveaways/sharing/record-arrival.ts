import { sql } from 'drizzle-orm';

import { VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import { findReferrer } from '../../accounts/users.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { TRUST, type Viewer } from '../views/view-counter.ts';
import { settleArrivals } from './settle-arrivals.ts';

export interface Arrival {
  readonly voucherId: number;
  /** The voucher's creator: looking at one's own voucher is no arrival. */
  readonly creatorId: number;
  readonly referralCode: string;
  readonly viewer: Viewer;
  /** The signed-in user. */
  readonly callerId: number | undefined;
  /** What the visitor's device calls itself. */
  readonly deviceId: string | undefined;
}

/** Tells these locks from other ones on two numbers. */
const KIND = sql.raw('2');

/**
 * Waits for other arrivals of these two. Any two of a loop have somebody in common, so whichever is judged last sees
 * the others.
 */
const lockPair = (tx: Db, sharerId: number, visitorId: number): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${KIND}, ${Math.min(sharerId, visitorId)}::int),
    pg_advisory_xact_lock(${KIND}, ${Math.max(sharerId, visitorId)}::int)`);

/**
 * Writes down a visitor who came to a voucher through a sharer's link, each viewer once in 12 hours. It counts
 * at once when the visitor is verified and nothing speaks against it, and is pending until then. An unknown
 * code, the sharer's own visit, a repeated one and one of an unproven device change nothing.
 */
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
    const arrived = await queryRows(
      tx,
      sql`
        insert into voucher_referrals (voucher_id, sharer_id, viewer, counted_at, visitor_id, device_id, state)
        values (${voucherId}::int, ${sharerId}::int, ${viewer.key}::text, ${at}::timestamptz,
          ${callerId ?? null}::int, ${deviceId ?? null}::text, 'pending')
        on conflict (voucher_id, sharer_id, viewer) do update
          set counted_at = excluded.counted_at,
            visitor_id = coalesce(excluded.visitor_id, voucher_referrals.visitor_id),
            device_id = excluded.device_id, state = 'pending', reason = null
          where voucher_referrals.counted_at <= ${before}::timestamptz and voucher_referrals.state <> 'pending'
        returning viewer`,
    );
    if (arrived.length > 0)
      await settleArrivals(tx, { voucherId, sharerId, viewer: viewer.key }, now);
  });
}
