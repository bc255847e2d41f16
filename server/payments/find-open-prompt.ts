import { and, desc, eq, gt, inArray } from 'drizzle-orm';

import { PROMPT_WAIT_MS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import { isPhoneMethod, PHONE_METHODS } from './payment-methods.ts';

/**
 * The payment for a voucher whose payer may be looking at a prompt on the phone right now: a second prompt
 * could charge twice. The caller holds the voucher's lock, so that no other one is started meanwhile.
 * @param method how the payer wants to pay now
 * @returns its reference; undefined when there is none, or when the method sends no prompt
 */
export async function findOpenPrompt(
  tx: Db,
  voucherId: number,
  method: string,
  now: Date,
): Promise<string | undefined> {
  if (!isPhoneMethod(method)) return undefined;
  const [open] = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        eq(payments.voucherId, voucherId),
        eq(payments.status, 'pending'),
        inArray(payments.processor, [...PHONE_METHODS]),
        gt(payments.createdAt, new Date(now.getTime() - PROMPT_WAIT_MS)),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return open?.reference;
}
