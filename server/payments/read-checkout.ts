import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payments } from '../db/schema/payments.ts';
import { AppError } from '../http/app-error.ts';

/**
 * What opening a payment's checkout takes, and how far an earlier try came.
 * @throws AppError `payment_not_found`
 */
export async function readCheckout(
  db: Db,
  reference: string,
): Promise<{ authorizationUrl: string | null; gateway: string; email: string }> {
  const [row] = await db
    .select({
      authorizationUrl: payments.authorizationUrl,
      gateway: payments.gateway,
      email: users.email,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.reference, reference));
  if (!row) throw new AppError('payment_not_found');
  return row;
}
