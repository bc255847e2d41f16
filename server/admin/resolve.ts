import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import {
  type Disbursement,
  type DisbursementKind,
  findDisbursement,
  askProvider,
  type NotRecorded,
  recordManually,
} from '../disbursements/disbursement.ts';
import { settleDisbursement } from '../disbursements/settle-disbursement.ts';
import { AppError } from '../http/app-error.ts';
import { moneyText } from '../lib/money-text.ts';
import { lockPayment, type Payment } from '../payments/payment-row.ts';
import type { ProcessorResponse } from '../payments/processor.ts';
import { askGateway, isMismatch, recordPaymentResponse } from '../payments/settle-payment.ts';
import { AdminError, type Mandate, recordAction } from './record-action.ts';

export interface ManualOutcome {
  readonly isPaid: boolean;
  /** Where it can be read, e.g. the number of a bank statement. */
  readonly proof: string;
}

export type Resolve = (
  deps: Deps,
  reference: string,
  manual: ManualOutcome | undefined,
  mandate: Mandate,
) => Promise<string>;

/**
 * Ends a stuck payment: by its gateway's response, or with the administrator's outcome where the gateway cannot be
 * asked. Only a configured gateway can say `paid`; a payment with a wrong amount is failed after it was refunded at
 * the gateway.
 */
export const resolvePayment: Resolve = async (deps, reference, manual, mandate) => {
  const payment = await inTransaction(deps.db, (tx) => lockPayment(tx, reference));
  if (!payment) throw new AdminError(`there is no payment ${reference}`);
  if (payment.status === 'settled') throw new AdminError(`payment ${reference} is settled`);
  if (manual && !manual.isPaid && payment.status === 'failed')
    throw new AdminError(`payment ${reference} is failed`);
  const response = await ask(deps, payment);
  if (response && manual && (manual.isPaid || !isMismatch(payment, response)))
    throw new AdminError(
      `${payment.gateway} can be asked, and says ${response.state}: that counts. Leave the verdict out`,
    );
  // One failed call proves nothing about a configured gateway.
  if (manual?.isPaid && deps.processors.of(payment))
    throw new AdminError('the gateway is configured: ask again later');
  const decisive = manualResponse(payment, manual) ?? response;
  if (!decisive)
    throw new AdminError(`${payment.gateway} cannot be asked: a verdict with its proof is needed`);
  return inTransaction(deps.db, async (tx) => {
    const { payment: after, mismatch } = await recordPaymentResponse(tx, deps, payment, decisive);
    if (manual && after.status !== (manual.isPaid ? 'settled' : 'failed'))
      throw new AdminError(`payment ${reference} is ${after.status}`);
    const came = mismatch
      ? 'another amount was charged: nothing is credited, return it at the gateway, then call it failed'
      : after.status;
    const outcome = manual
      ? `${came} by hand, ${moneyText(payment.amount, payment.currency)}; proof: ${manual.proof}`
      : `asked ${payment.gateway}: ${came}`;
    await recordAction(tx, deps, mandate, {
      action: 'payment',
      subject: `payment:${reference}`,
      outcome,
    });
    return outcome;
  });
};

async function ask(deps: Deps, payment: Payment): Promise<ProcessorResponse | undefined> {
  try {
    return await askGateway(deps, payment);
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_verify_failed') return undefined;
    throw error;
  }
}

const manualResponse = (
  { amount, currency }: Payment,
  manual: ManualOutcome | undefined,
): ProcessorResponse | undefined =>
  manual && {
    state: manual.isPaid ? 'paid' : 'failed',
    amountMinor: amount,
    currency,
    processorReference: undefined,
  };

const NOT_RECORDED: Readonly<Record<NotRecorded, string>> = {
  ended: 'has ended meanwhile',
  'never sent': 'was never handed over: nobody can have paid it',
  'in flight':
    'was handed over within the last hour, or its carrier has taken it, and may still arrive: try later',
};

/**
 * Ends a stuck disbursement: by its provider's response, or with the administrator's outcome where the provider
 * cannot be asked or does not know it. The question is recorded before it is asked.
 */
export const resolveDisbursement =
  <Row extends Disbursement>(action: string, kind: DisbursementKind<Row>): Resolve =>
  async (deps, reference, manual, mandate) => {
    const disbursement = await findDisbursement(deps.db, kind, reference);
    if (!disbursement) throw new AdminError(`there is no ${action} ${reference}`);
    const { status } = disbursement;
    const subject = `${action}:${reference}`;
    // A failed one may have been delivered later, which its provider tells.
    if (status === 'completed' || (status === 'failed' && manual))
      throw new AdminError(`${action} ${reference} is ${status}`);
    const response = await askProvider(deps, kind, disbursement);
    if (response === undefined && !manual)
      throw new AdminError('it cannot be asked about: a verdict with its proof is needed');
    if (!manual) {
      const outcome = `asked, and was told ${response}`;
      await inTransaction(deps.db, (tx) =>
        recordAction(tx, deps, mandate, { action, subject, outcome }),
      );
      const after = await settleDisbursement(deps, kind, disbursement);
      const late = after.deliveredLateAt ? ', and was delivered later, at our loss' : '';
      return `${outcome}: the ${action} is ${after.status}${late}`;
    }
    if (response !== undefined && response !== 'unknown')
      throw new AdminError(
        `it can be asked about, and is ${response}: that counts. Leave the verdict out`,
      );
    const { outcome, log } = await inTransaction(deps.db, async (tx) => {
      const recorded = await recordManually(tx, deps, kind, disbursement, {
        state: manual.isPaid ? 'paid' : 'failed',
        isUnknown: response === 'unknown',
      });
      if (typeof recorded === 'string')
        throw new AdminError(`${action} ${reference} ${NOT_RECORDED[recorded]}`);
      const outcome = `${recorded.disbursement.status} by hand; proof: ${manual.proof}`;
      await recordAction(tx, deps, mandate, { action, subject, outcome });
      return { outcome, log: recorded.log };
    });
    log();
    return outcome;
  };
