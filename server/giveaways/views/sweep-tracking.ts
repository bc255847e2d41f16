import { and, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';

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
import { idsInBatches } from '../../lib/in-batches.ts';
import type { Db } from '../../db/database.ts';

type Traces = typeof voucherViewers | typeof voucherReferrals | typeof voucherClickers;

/** Traces are deleted after the voucher's end, and counts stay. */
export async function sweepTracking({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ended = notInArray(vouchers.status, ['pending', 'active']);
  for await (const ids of idsInBatches(db, vouchers, ended)) {
    const isOver = (table: Traces, windowMs: number) =>
      and(inArray(table.voucherId, ids), lte(table.countedAt, new Date(clock.now() - windowMs)));
    await deleteInBatches(db, voucherViewers, isOver(voucherViewers, VIEW_WINDOW_MS));
    const isSettled = ne(voucherReferrals.state, 'pending');
    const isSpent = and(isOver(voucherReferrals, VIEW_WINDOW_MS), isSettled);
    await deleteInBatches(db, voucherReferrals, isSpent);
    await deleteInBatches(db, voucherClickers, isOver(voucherClickers, LINK_CLICK_WINDOW_MS));
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
