import { and, eq } from 'drizzle-orm';

import { sandboxCheckouts } from '../db/schema/sandbox.ts';
import type { Db } from '../db/database.ts';
import { allowQuestion } from '../payments/settle-payment.ts';
import { returnPageOf } from '../payments/gateways/answers.ts';
import { sandboxTransactionId } from './sandbox-processor.ts';

export type Checkout = typeof sandboxCheckouts.$inferSelect;

export async function findCheckout(db: Db, reference: string): Promise<Checkout | undefined> {
  const [checkout] = await db
    .select()
    .from(sandboxCheckouts)
    .where(eq(sandboxCheckouts.reference, reference));
  return checkout;
}

/** Records what the payer did; the first decision stands. @returns undefined for an unknown checkout. */
export async function decideCheckout(
  db: Db,
  reference: string,
  outcome: 'success' | 'failed',
): Promise<Checkout | undefined> {
  const undecided = and(
    eq(sandboxCheckouts.reference, reference),
    eq(sandboxCheckouts.outcome, 'pending'),
  );
  const [decided] = await db.update(sandboxCheckouts).set({ outcome }).where(undecided).returning();
  // A real gateway tells by webhook; here the next question is asked at once.
  if (decided) await allowQuestion(db, reference);
  return decided ?? findCheckout(db, reference);
}

/** The app's return page with the query parameters that the real processor sends a payer back with. */
export function returnUrlOf(checkout: Checkout): string {
  const { reference, processor, outcome } = checkout;
  if (processor !== 'flutterwave') return returnPageOf(checkout.returnUrl, reference);
  const url = new URL(checkout.returnUrl);
  url.searchParams.set('status', outcome === 'success' ? 'successful' : 'failed');
  url.searchParams.set('tx_ref', reference);
  url.searchParams.set('transaction_id', sandboxTransactionId(reference));
  return url.href;
}
