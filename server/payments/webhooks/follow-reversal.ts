import { and, eq } from 'drizzle-orm';

import { payments, type webhookEvents } from '../../db/schema/payments.ts';
import type { Deps } from '../../deps.ts';
import { isPosted } from '../../ledger/read-ledger.ts';
import { returnKeyOf } from '../refund-payment.ts';

type Reversal = Pick<
  typeof webhookEvents.$inferSelect,
  'gateway' | 'type' | 'reference' | 'gatewayReference'
>;

/**
 * A payment is disputed, or returned on the gateway's dashboard. No money moves by this: the payer may have spent it,
 * and a dispute may yet be won, so a person has to look.
 * @returns what came of it, in a word; undefined for no payment of ours
 */
export async function followReversal(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { gateway, type, reference, gatewayReference }: Reversal,
): Promise<string | undefined> {
  const named = reference
    ? eq(payments.reference, reference)
    : eq(payments.processorReference, gatewayReference ?? '');
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.gateway, gateway), named));
  const facts = { gateway, type, reference: payment?.reference ?? reference, gatewayReference };
  if (!payment) {
    log.warn(facts, 'webhook for nothing of ours');
    return undefined;
  }
  if (payment.status !== 'settled') return payment.status;
  if (await isPosted(db, returnKeyOf(payment))) return 'returned';
  log.warn(facts, 'a payment that was credited is disputed or returned at its gateway');
  // The figure `payments_taken_back` counts these.
  return 'taken back';
}
