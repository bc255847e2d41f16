import { and, asc, eq, lte } from 'drizzle-orm';

import { PAYOUT_CHECK_AFTER_MS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import { payouts } from '../db/schema/payouts.ts';
import type { Deps } from '../deps.ts';
import type { Payout } from './record-payout-verdict.ts';
import { settleKnownPayout } from './settle-payout.ts';

/** What one run asks at most; the next run continues with those that waited longest. */
const BATCH = 200;
/** A rail that cannot be asked about an arrived transfer is asked again after so long. */
const ARRIVED_RETRY_MS = HOUR_MS;

/** Asks the rails about every payout whose time has come: those under way, and arrived ones once more. */
export async function reconcilePayouts(deps: Deps): Promise<void> {
  const due = await deps.db
    .select()
    .from(payouts)
    .where(lte(payouts.nextCheckAt, dateOf(deps.clock)))
    .orderBy(asc(payouts.nextCheckAt))
    .limit(BATCH);
  for (const payout of due) {
    if (await claim(deps, payout)) await reconcile(deps, payout);
  }
}

/** Keeps other nodes off this question; should this node die, they take it up later. */
async function claim(deps: Deps, payout: Payout): Promise<boolean> {
  if (!payout.nextCheckAt) return false;
  const again = new Date(deps.clock.now() + PAYOUT_CHECK_AFTER_MS);
  const claimed = await deps.db
    .update(payouts)
    .set({ nextCheckAt: payout.status === 'completed' ? null : again })
    .where(and(eq(payouts.id, payout.id), eq(payouts.nextCheckAt, payout.nextCheckAt)))
    .returning({ id: payouts.id });
  return claimed.length > 0;
}

async function reconcile(deps: Deps, payout: Payout): Promise<void> {
  try {
    await settleKnownPayout(deps, payout);
  } catch (error) {
    // One rail that is away must not keep the others' people waiting; a later run asks again.
    const { reference, rail } = payout;
    deps.log.warn({ err: error, reference, rail }, 'withdrawal could not be reconciled');
    if (payout.status === 'completed') await askAgain(deps, payout.id);
  }
}

async function askAgain(deps: Deps, payoutId: number): Promise<void> {
  await deps.db
    .update(payouts)
    .set({ nextCheckAt: new Date(deps.clock.now() + ARRIVED_RETRY_MS) })
    .where(eq(payouts.id, payoutId));
}
