import { and, eq } from 'drizzle-orm';
import { Type, type Static } from 'typebox';

import { Closed, Literals, Text } from '../../contract/common.ts';
import type { DisbursementStatus } from '../../contract/disbursement-status.ts';
import type { Db } from '../db/database.ts';
import { sandboxCheckouts, sandboxTransfers } from '../db/schema/sandbox.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import type { Payment } from '../payments/payment-row.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { handleWebhook, storeWebhook } from '../payments/webhooks/handle-webhook.ts';
import { settleByReference } from '../disbursements/settle-disbursement.ts';
import { PAYOUTS } from '../disbursements/payouts.ts';
import { PURCHASES } from '../disbursements/purchases.ts';
import { decideCheckout } from './checkout.ts';
import { sandboxDisputeId } from './sandbox-processor.ts';
import { SANDBOX } from './transfers.ts';

const Params = Closed({ reference: Text(1, 100) });
const Query = Closed({ outcome: Type.Optional(Literals(['success', 'failed'])) });
const DisputeQuery = Closed({ outcome: Literals(['opened', 'won', 'lost']) });

const route = taggedRoutes('Sandbox');

/** Ends pending payments and transfers, as a phone or a rail would. */
export const sandboxSettleRoutes = routesOf(async (app, deps) => {
  app.post(
    '/settle/:reference',
    route('public', {
      summary: 'End a payment, a withdrawal or a purchase that waits in the sandbox',
      params: Params,
      querystring: Query,
    }),
    async (request) => {
      const { reference } = request.params;
      const outcome = request.query.outcome ?? 'success';
      const ended =
        (await endPayment(deps, reference, outcome)) ??
        (await endTransfer(deps, reference, outcome));
      if (!ended) throw new AppError('not_found');
      return { success, data: { reference, status: ended.status } };
    },
  );

  app.post(
    '/dispute/:reference',
    route('public', {
      summary: "Report what a payer's bank does about a payment of the sandbox",
      params: Params,
      querystring: DisputeQuery,
    }),
    async (request) => {
      const { reference } = request.params;
      const outcome = await dispute(deps, reference, request.query.outcome);
      return { success, data: { reference, outcome } };
    },
  );
});

type Outcome = 'success' | 'failed';

type Reported = Static<typeof DisputeQuery>['outcome'];

/** What a payer's bank does: the report is stored and handled as a webhook. @returns the outcome of its handling */
async function dispute(deps: Deps, reference: string, outcome: Reported): Promise<string | null> {
  const [disputed] = await deps.db
    .update(sandboxCheckouts)
    .set({ dispute: outcome })
    .where(eq(sandboxCheckouts.reference, reference))
    .returning({ reference: sandboxCheckouts.reference });
  if (!disputed) throw new AppError('not_found');
  const disputeId = sandboxDisputeId(reference);
  const eventKey = `${disputeId}:${outcome}`;
  const { eventId } = await storeWebhook(deps, {
    gateway: SANDBOX,
    eventKey,
    type: `dispute.${outcome}`,
    subject: 'dispute',
    reference,
    disputeId,
    body: JSON.stringify({ reference, outcome }),
  });
  return handleWebhook(deps, eventId);
}

async function endPayment(
  deps: Deps,
  reference: string,
  outcome: Outcome,
): Promise<Payment | undefined> {
  const checkout = await decideCheckout(deps.db, reference, outcome);
  return checkout && (await settlePayment(deps, reference)).payment;
}

async function endTransfer(
  deps: Deps,
  reference: string,
  outcome: Outcome,
): Promise<{ readonly status: DisbursementStatus } | undefined> {
  await decideTransfer(deps.db, reference, outcome);
  return (
    (await settleByReference(deps, PAYOUTS, reference)) ??
    settleByReference(deps, PURCHASES, reference)
  );
}

/** A paid transfer can only fail, as a returned one. */
async function decideTransfer(db: Db, reference: string, outcome: Outcome): Promise<void> {
  const transfer = eq(sandboxTransfers.reference, reference);
  const waiting = and(transfer, eq(sandboxTransfers.state, 'processing'));
  await db
    .update(sandboxTransfers)
    .set({ state: outcome === 'success' ? 'paid' : 'failed' })
    .where(outcome === 'success' ? waiting : transfer);
}
