import { inTransaction } from '../db/transaction.ts';
import {
  type ProviderResponse,
  type Disbursement,
  type DisbursementKind,
  findDisbursement,
} from '../disbursements/disbursement.ts';
import { askProvider, recordManually } from '../disbursements/record-response.ts';
import { settleDisbursement } from '../disbursements/settle-disbursement.ts';
import type { Deps } from '../deps.ts';
import { AdminError } from './admin-error.ts';
import { recordAction, type Mandate } from './record-action.ts';
import type { Verdict } from './verdict.ts';

interface Stuck<Row extends Disbursement, Response extends ProviderResponse> {
  /** The command's name: 'payout'. */
  readonly action: string;
  readonly kind: DisbursementKind<Row, Response>;
  readonly reference: string;
}

/**
 * Ends a stuck disbursement: by its provider's response, or with the administrator's outcome where the provider cannot
 * be asked or does not know it. The question is recorded before it is asked.
 * @returns the outcome as text
 * @throws AdminError for an unknown, ended or in-flight disbursement, an outcome although the provider knows it, or none
 * although it cannot be asked
 */
export async function resolveDisbursement<
  Row extends Disbursement,
  Response extends ProviderResponse,
>(
  deps: Deps,
  { action, kind, reference }: Stuck<Row, Response>,
  verdict: Verdict | undefined,
  mandate: Mandate,
): Promise<string> {
  const disbursement = await findDisbursement(deps.db, kind, reference);
  if (!disbursement) throw new AdminError(`there is no ${action} ${reference}`);
  const { status } = disbursement;
  const subject = `${action}:${reference}`;
  if (status !== 'pending' && status !== 'processing')
    throw new AdminError(`${action} ${reference} is ${status}`);
  const said = await askProvider(deps, kind, disbursement);
  if (said === undefined && !verdict)
    throw new AdminError('it cannot be asked about: a verdict with its proof is needed');
  if (!verdict) {
    const outcome = `asked, and was told ${said}`;
    await inTransaction(deps.db, (tx) =>
      recordAction(tx, deps, mandate, { action, subject, outcome }),
    );
    const after = await settleDisbursement(deps, kind, disbursement);
    return `${outcome}: the ${action} is ${after.status}`;
  }
  if (said !== undefined && said !== 'unknown')
    throw new AdminError(
      `it can be asked about, and is ${said}: that counts. Leave the verdict out`,
    );
  const { outcome, log } = await inTransaction(deps.db, async (tx) => {
    const recorded = await recordManually(tx, deps, kind, disbursement, {
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
    const outcome = `${recorded.disbursement.status} by hand; proof: ${verdict.proof}`;
    await recordAction(tx, deps, mandate, { action, subject, outcome });
    return { outcome, log: recorded.log };
  });
  log();
  return outcome;
}
