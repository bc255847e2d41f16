import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import { AppError } from '../http/app-error.ts';

export type Payment = typeof payments.$inferSelect;

/** The ledger's account holder; the sandbox uses the name of the method that it stands in for. */
export const holderOf = ({ gateway, processor }: Payment): string =>
  gateway === 'sandbox' ? processor : gateway;

export async function findPayment(db: Db, reference: string): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference));
  if (!payment) throw new AppError('payment_not_found');
  return payment;
}

export async function lockPayment(tx: Db, reference: string): Promise<Payment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.reference, reference))
    .for('update');
  return payment;
}
