import { PAYOUT_SEND_UNTIL_MS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';
import { findPayout, transferOf } from './find-payout.ts';
import { recordPayoutVerdict, type Payout } from './record-payout-verdict.ts';
import { sendPayout } from './send-payout.ts';

/** After the last try to hand a transfer over, it may still be on its way for so long. */
const IN_FLIGHT_MS = HOUR_MS;

/**
 * Finds out from its rail what became of a payout, and records it. One that the rail never heard of is
 * handed over again for a day, always with the same reference; if it is not known an hour later still, it
 * was never paid.
 * @param payout as it was read a moment ago
 * @throws when the rail cannot be asked.
 */
export async function settleKnownPayout(deps: Deps, payout: Payout): Promise<Payout> {
  if (payout.status === 'failed') return payout;
  if (payout.attempts === 0) return sendPayout(deps, payout);
  const rail = deps.payouts.named(payout.rail);
  if (!rail) throw new Error(`the payout rail ${payout.rail} is not configured`);
  const verdict = await rail.find(transferOf(payout));
  if (verdict.state !== 'unknown' || payout.status !== 'pending') {
    return recordPayoutVerdict(deps, payout.id, verdict);
  }
  const ageMs = deps.clock.now() - payout.createdAt.getTime();
  if (ageMs < PAYOUT_SEND_UNTIL_MS) return sendPayout(deps, payout);
  const isOver = ageMs >= PAYOUT_SEND_UNTIL_MS + IN_FLIGHT_MS;
  return recordPayoutVerdict(deps, payout.id, isOver ? { state: 'failed' } : verdict);
}

/**
 * `settleKnownPayout` for a payout known by its reference, as a webhook names it: what the webhook says of it is
 * not believed, the rail is asked.
 * @returns undefined when there is no such payout
 * @throws when the rail cannot be asked.
 */
export async function settlePayout(deps: Deps, reference: string): Promise<Payout | undefined> {
  const payout = await findPayout(deps.db, reference);
  return payout && settleKnownPayout(deps, payout);
}
