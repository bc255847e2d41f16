import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { findPayment, settleFound, type Payment } from './settle-payment.ts';

/**
 * What became of a user's top-up, as its processor tells it: the query parameters that a payer comes back
 * with are never believed.
 * @throws AppError `payment_not_found`, also for somebody else's; `payment_verify_failed` when the
 * processor cannot be asked or charged another amount.
 */
export async function verifyTopup(deps: Deps, userId: number, reference: string): Promise<Payment> {
  const found = await findPayment(deps.db, reference);
  if (found.userId !== userId || found.purpose !== 'topup') throw new AppError('payment_not_found');
  const { payment, mismatch } = await settleFound(deps, found);
  if (mismatch) throw new AppError('payment_verify_failed');
  return payment;
}
