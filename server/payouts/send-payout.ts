import { and, eq, sql } from 'drizzle-orm';

import { PAYOUT_CHECK_AFTER_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import { payouts } from '../db/schema/payouts.ts';
import type { Deps } from '../deps.ts';
import { transferOf } from './find-payout.ts';
import type { PayoutRail } from './payout-rail.ts';
import { recordPayoutVerdict, type Payout } from './record-payout-verdict.ts';

/**
 * Hands a pending payout to its rail, unless another process is at it. The try is counted before it is made,
 * so after a crash it is known that there may have been one. No answer leaves the payout as it is: the
 * money stays held until the rail says what happened.
 * @param payout as it was read a moment ago
 */
export async function sendPayout(deps: Deps, payout: Payout): Promise<Payout> {
  const rail = deps.payouts.named(payout.rail);
  if (!rail || !(await takeTurn(deps, payout))) return payout;
  const verdict = await handOver(deps, rail, payout);
  if (!verdict) return payout;
  if (verdict.state === 'refused') {
    const { reference } = payout;
    deps.log.warn({ reference, rail: rail.name, reason: verdict.reason }, 'withdrawal refused');
  }
  return recordPayoutVerdict(deps, payout.id, verdict);
}

/** Counts the try; false when another one was counted since the payout was read. */
async function takeTurn(deps: Deps, { id, attempts }: Payout): Promise<boolean> {
  const taken = await deps.db
    .update(payouts)
    .set({
      attempts: sql`${payouts.attempts} + 1`,
      nextCheckAt: new Date(deps.clock.now() + PAYOUT_CHECK_AFTER_MS),
      updatedAt: dateOf(deps.clock),
    })
    .where(and(eq(payouts.id, id), eq(payouts.status, 'pending'), eq(payouts.attempts, attempts)))
    .returning({ id: payouts.id });
  return taken.length > 0;
}

/** The rail's answer; undefined when there was none. */
async function handOver(deps: Deps, rail: PayoutRail, payout: Payout) {
  const { reference, amount, type, code, accountNumber, accountName } = payout;
  try {
    return await rail.send({
      ...transferOf(payout),
      amountMinor: amount,
      destination: { type, code, accountNumber, accountName },
    });
  } catch (error) {
    deps.log.warn({ err: error, reference, rail: rail.name }, 'no answer to a withdrawal');
    return undefined;
  }
}
