import type { Db } from '../../db/database.ts';
import { payouts } from '../../db/schema/payouts.ts';
import { newDelivery } from '../start-delivery.ts';

/** What is paid out, to whom and by which rail. */
export type NewPayout = Omit<typeof payouts.$inferInsert, keyof ReturnType<typeof newDelivery>>;

/** Stores a payout that is still to be handed to its rail. */
export async function insertPayout(tx: Db, payout: NewPayout, now: Date): Promise<void> {
  await tx.insert(payouts).values({ ...payout, ...newDelivery(now) });
}
