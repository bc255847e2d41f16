import { keepAccount } from '../accounts/profile/lock-undeleted.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import { newReference } from '../lib/new-reference.ts';
import type { Payment } from './payment-row.ts';
import type { CheckoutTerms, PaymentProcessor } from './processor.ts';

interface NewPayment {
  readonly userId: number;
  readonly purpose: Payment['purpose'];
  readonly voucherId?: number;
  readonly processor: PaymentProcessor;
  readonly terms: CheckoutTerms;
}

/**
 * Stores a payment that is about to be made.
 * @returns the payment's reference
 * @throws AppError `unauthenticated` where the account was deleted meanwhile: nobody could take out what is paid
 */
export async function insertPayment(tx: Db, payment: NewPayment, now: Date): Promise<string> {
  const { userId, purpose, voucherId, processor, terms } = payment;
  await keepAccount(tx, userId);
  const reference = newReference('GDT');
  await tx.insert(payments).values({
    reference,
    userId,
    purpose,
    voucherId: voucherId ?? null,
    amount: terms.amountMinor,
    currency: terms.currency,
    processor: processor.name,
    provider: terms.provider ?? null,
    gateway: processor.gateway,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  });
  return reference;
}
