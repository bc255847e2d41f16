import { createHash } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sandboxCheckouts } from '../db/schema/sandbox.ts';
import type { Deps } from '../deps.ts';
import { returnPageOf } from '../payments/gateways/gateway-messages.ts';
import { isPhoneMethod } from '../payments/payment-methods.ts';
import type { CheckoutTerms, PaymentProcessor, ProcessorResponse } from '../payments/processor.ts';
import { fateOf, SANDBOX } from './transfers.ts';

export type Checkout = typeof sandboxCheckouts.$inferSelect;

export async function findCheckout(db: Db, reference: string): Promise<Checkout | undefined> {
  const [checkout] = await db
    .select()
    .from(sandboxCheckouts)
    .where(eq(sandboxCheckouts.reference, reference));
  return checkout;
}

const STATES = { pending: 'pending', success: 'paid', failed: 'failed' } as const;

export const sandboxTransactionId = (reference: string): string =>
  String(createHash('sha256').update(reference).digest().readUInt32BE(0));

export const sandboxDisputeId = (reference: string): string => `dispute-${reference}`;

/** Phones with a deciding number get a prompt; others the page. */
const planOf = ({ phone }: CheckoutTerms): 'page' | 'prompt' =>
  phone === undefined || fateOf(phone) === 'succeeds' ? 'page' : 'prompt';

export function createSandboxProcessor(
  name: string,
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
): PaymentProcessor {
  return {
    name,
    gateway: SANDBOX,
    phone: isPhoneMethod(name) ? 'optional' : 'unused',
    plan: planOf,
    async initialize(request) {
      const { reference, returnUrl, phone } = request;
      await db
        .insert(sandboxCheckouts)
        .values({
          reference,
          processor: name,
          amount: request.amountMinor,
          currency: request.currency,
          returnUrl,
          outcome: phone !== undefined && fateOf(phone) === 'fails' ? 'failed' : 'pending',
          createdAt: dateOf(clock),
        })
        .onConflictDoNothing({ target: sandboxCheckouts.reference });
      return {
        authorizationUrl:
          planOf(request) === 'prompt'
            ? returnPageOf(returnUrl, reference)
            : `${config.publicOrigin}/sandbox/checkout/${reference}`,
      };
    },
    async verify({ reference }): Promise<ProcessorResponse> {
      const checkout = await findCheckout(db, reference);
      return {
        state: checkout ? STATES[checkout.outcome] : 'pending',
        amountMinor: checkout?.amount ?? 0n,
        currency: checkout?.currency ?? '',
        processorReference: sandboxTransactionId(reference),
        channel: checkout?.channel,
      };
    },
    async readDisputes({ reference }) {
      const checkout = await findCheckout(db, reference);
      return checkout?.dispute
        ? [
            {
              id: sandboxDisputeId(reference),
              state: checkout.dispute,
              amountMinor: checkout.amount,
              currency: checkout.currency,
            },
          ]
        : [];
    },
  };
}
