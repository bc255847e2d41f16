import { and, gt, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';

import { LINK_CLICK_WINDOW_MS, VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import { deleteInBatches, repeatInBatches } from '../../db/delete-in-batches.ts';
import {
  voucherClickers,
  voucherNetworks,
  voucherReferrals,
  voucherViewers,
} from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { readInBatches } from '../../lib/in-batches.ts';
import type { Db } from '../../db/database.ts';

/** Traces are deleted after the voucher's end, and counts stay. */
export async function sweepTracking({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = (windowMs: number): Date => new Date(clock.now() - windowMs);
  const ended = readInBatches((afterId, limit) =>
    db
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(and(gt(vouchers.id, afterId), notInArray(vouchers.status, ['pending', 'active'])))
      .orderBy(vouchers.id)
      .limit(limit),
  );
  for await (const batch of ended) {
    const ids = batch.map(({ id }) => id);
    const isViewed = lte(voucherViewers.countedAt, before(VIEW_WINDOW_MS));
    await deleteInBatches(
      db,
      voucherViewers,
      and(inArray(voucherViewers.voucherId, ids), isViewed),
    );
    const { voucherId, countedAt, state } = voucherReferrals;
    const isSettled = and(lte(countedAt, before(VIEW_WINDOW_MS)), ne(state, 'pending'));
    await deleteInBatches(db, voucherReferrals, and(inArray(voucherId, ids), isSettled));
    const isClicked = lte(voucherClickers.countedAt, before(LINK_CLICK_WINDOW_MS));
    await deleteInBatches(
      db,
      voucherClickers,
      and(inArray(voucherClickers.voucherId, ids), isClicked),
    );
    await deleteInBatches(db, voucherNetworks, inArray(voucherNetworks.voucherId, ids));
    await forgetOrigins(db, ids);
  }
}

/**
 * The count comes before the deletion, so that a run after a crash does not count again.
 * Guesses are recounted, because an older version may have ended the voucher with too few.
 */
async function forgetOrigins(db: Db, voucherIds: readonly number[]): Promise<void> {
  const among = sql`voucher_id in ${voucherIds} and network_hash is not null`;
  await db.execute(sql`
    update vouchers set guess_devices = counted.devices, guess_networks = counted.networks,
      guess_count = (select count(*)::int from guesses where guesses.voucher_id = vouchers.id)
    from (
      select voucher_id, count(distinct device_hash)::int as devices, count(distinct network_hash)::int as networks
      from guesses where ${among} group by voucher_id
    ) as counted
    where vouchers.id = counted.voucher_id and vouchers.guess_networks is null`);
  await repeatInBatches(
    db,
    (rows) => sql`update guesses set device_hash = null, network_hash = null
      where id in (select id from guesses where ${among} limit ${rows}) returning 1`,
  );
}
