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
