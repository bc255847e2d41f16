import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/payouts.ts';
import { DELIVERY_CHECK_AFTER_MS } from '../../contract/constants.ts';
import type { Payout } from './payout.ts';

export type NewPayout = Pick<
  Payout,
  | 'reference'
  | 'userId'
  | 'amount'
  | 'currency'
  | 'rail'
  | 'type'
  | 'code'
  | 'bankName'
  | 'accountNumber'
  | 'accountName'
>;

/** Stores a payout that is still to be handed to its rail; the job asks about it should that fail. */
export async function insertPayout(tx: Db, payout: NewPayout, now: Date): Promise<void> {
  await tx.insert(payouts).values({
    ...payout,
    status: 'pending',
    nextCheckAt: new Date(now.getTime() + DELIVERY_CHECK_AFTER_MS),
    createdAt: now,
    updatedAt: now,
  });
}
