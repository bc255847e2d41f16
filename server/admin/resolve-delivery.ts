import { inTransaction } from '../db/transaction.ts';
import type { Delivery, DeliveryKind } from '../disbursements/delivery.ts';
import { findDelivery } from '../disbursements/find-delivery.ts';
import { askCarrier, recordByHand } from '../disbursements/record-by-hand.ts';
import { settleDelivery } from '../disbursements/settle-delivery.ts';
import type { Verdict as CarrierVerdict } from '../disbursements/verdict.ts';
import type { Deps } from '../deps.ts';
import { AdminError } from './admin-error.ts';
import { recordAction, type Mandate } from './record-action.ts';
import type { Verdict } from './verdict.ts';

/** A withdrawal, or airtime or a bill, that is stuck. */
interface Stuck<Row extends Delivery, Word extends CarrierVerdict> {
  /** The command's name: 'payout'. */
  readonly action: string;
  readonly kind: DeliveryKind<Row, Word>;
  readonly reference: string;
}

/**
 * Brings a delivery to its end: by asking its carrier now, or, where that cannot be asked or knows nothing of it, by
 * what a person found out and has a proof of. The carrier's word counts whenever there is one. That it is asked is
 * written down before.
 * @returns what came of it, in words
 * @throws AdminError for none of that reference, one that has ended or may still be on its way, and a verdict where
 * the carrier knows of it, or none where it cannot be asked
 */
export async function resolveDelivery<Row extends Delivery, Word extends CarrierVerdict>(
  deps: Deps,
  { action, kind, reference }: Stuck<Row, Word>,
  verdict: Verdict | undefined,
  mandate: Mandate,
): Promise<string> {
  const delivery = await findDelivery(deps.db, kind, reference);
  if (!delivery) throw new AdminError(`there is no ${action} ${reference}`);
  const { status } = delivery;
  const subject = `${action}:${reference}`;
  if (status !== 'pending' && status !== 'processing')
    throw new AdminError(`${action} ${reference} is ${status}`);
  const said = await askCarrier(deps, kind, delivery);
  if (said === undefined && !verdict)
    throw new AdminError('it cannot be asked about: a verdict with its proof is needed');
  if (!verdict) {
    const outcome = `asked, and was told ${said}`;
    await inTransaction(deps.db, (tx) =>
      recordAction(tx, deps, mandate, { action, subject, outcome }),
    );
    const after = await settleDelivery(deps, kind, delivery);
    return `${outcome}: the ${action} is ${after.status}`;
  }
  // What its carrier knows nothing of, the carrier does not end.
  if (said !== undefined && said !== 'unknown')
    throw new AdminError(
      `it can be asked about, and is ${said}: that counts. Leave the verdict out`,
    );
  const { outcome, log } = await inTransaction(deps.db, async (tx) => {
    const recorded = await recordByHand(tx, deps, kind, delivery, {
      state: verdict.isPaid ? 'paid' : 'failed',
      isUnknown: said === 'unknown',
    });
    if (recorded === 'ended') throw new AdminError(`${action} ${reference} has ended meanwhile`);
    if (recorded === 'never sent')
      throw new AdminError(`${action} ${reference} was never handed over: nobody can have paid it`);
    if (recorded === 'in flight')
      throw new AdminError(
        `${action} ${reference} was handed over within the last hour, or its carrier has taken it, and may still arrive: try later`,
      );
    const outcome = `${recorded.delivery.status} by hand; proof: ${verdict.proof}`;
    await recordAction(tx, deps, mandate, { action, subject, outcome });
    return { outcome, log: recorded.log };
  });
  log();
  return outcome;
}
