import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import { AppError } from '../http/app-error.ts';

export type Payment = typeof payments.$inferSelect;

/** Who holds the money of a payment. The sandbox plays whatever method it stands in for. */
export const holderOf = ({ gateway, processor }: Payment): string =>
  gateway === 'sandbox' ? processor : gateway;

/**
 * The payment with a reference.
 * @throws AppError `payment_not_found`
 */
export async function findPayment(db: Db, reference: string): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference));
  if (!payment) throw new AppError('payment_not_found');
  return payment;
}

/** The payment with a reference, locked until the transaction ends; undefined for none. */
export async function lockPayment(tx: Db, reference: string): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.reference, reference))
    .for('update');
  return payment;
}
