import { and, eq, isNull, lte, ne, or } from 'drizzle-orm';

import { VERIFY_GAP_MS } from '../../contract/constants.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import type { Deps } from '../deps.ts';
import type { Payment } from './payment-row.ts';

/**
 * Claims the next question to a gateway about a payment: one in 5 s, whoever asks on whichever node, so that
 * nobody can make us flood a gateway. What a webhook brings is no guess and is asked about at once.
 * @returns whether it may be asked now; nothing is asked about a settled payment
 */
export async function claimQuestion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: Pick<Payment, 'id'>,
): Promise<boolean> {
  const askedBefore = new Date(clock.now() - VERIFY_GAP_MS);
  const claimed = await db
    .update(payments)
    .set({ askedAt: dateOf(clock) })
    .where(
      and(
        eq(payments.id, id),
        ne(payments.status, 'settled'),
        or(isNull(payments.askedAt), lte(payments.askedAt, askedBefore)),
      ),
    )
    .returning({ id: payments.id });
  return claimed.length > 0;
}

/** Lets the next question be asked at once, where there is news. */
export async function askAnew(db: Db, reference: string): Promise<void> {
  await db.update(payments).set({ askedAt: null }).where(eq(payments.reference, reference));
}
