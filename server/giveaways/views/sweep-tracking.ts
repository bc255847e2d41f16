import { and, eq, gt, inArray, lte, not, notInArray, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { LINK_CLICK_WINDOW_MS, VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import { deleteInBatches } from '../../db/delete-in-batches.ts';
import {
  voucherClickers,
  voucherNetworks,
  voucherReferrals,
  voucherViewers,
} from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { forgetOrigins } from '../analytics/forget-origins.ts';
import type { Deps } from '../../deps.ts';
import { readInBatches } from '../../lib/in-batches.ts';

interface Tracked {
  readonly table: PgTable & { readonly voucherId: PgColumn; readonly countedAt: PgColumn };
  /** For so long the same viewer is not counted again. */
  readonly windowMs: number;
  /** What is still to be used. */
  readonly isKept?: SQL;
}

const TRACKED: readonly Tracked[] = [
  { table: voucherViewers, windowMs: VIEW_WINDOW_MS },
  {
    table: voucherReferrals,
    windowMs: VIEW_WINDOW_MS,
    isKept: eq(voucherReferrals.state, 'pending'),
  },
  { table: voucherClickers, windowMs: LINK_CLICK_WINDOW_MS },
];

/**
 * Forgets who saw, shared and clicked, once the voucher has ended and the window is over in which they would be
 * counted twice, from which networks, and on which devices people guessed: the counts stand elsewhere.
 */
export async function sweepTracking({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const nowMs = clock.now();
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
    for (const { table, windowMs, isKept } of TRACKED) {
      const isOver = lte(table.countedAt, new Date(nowMs - windowMs));
      const isDue = and(inArray(table.voucherId, ids), isOver, isKept && not(isKept));
      await deleteInBatches(db, table, isDue);
    }
    // There is no threshold left to have a share of.
    await deleteInBatches(db, voucherNetworks, inArray(voucherNetworks.voucherId, ids));
    await forgetOrigins(db, ids);
  }
}
