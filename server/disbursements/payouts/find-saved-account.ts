import type { Db } from '../../db/database.ts';
import { findDelivery } from '../find-delivery.ts';
import { PAYOUTS, type Payout } from './payout.ts';

/**
 * The user's payout that names a saved account, also when the account was removed since; undefined for anybody else's.
 */
export async function findSavedAccount(
  db: Db,
  userId: number,
  id: string,
): Promise<Payout | undefined> {
  const payout = await findDelivery(db, PAYOUTS, id);
  return payout?.userId === userId ? payout : undefined;
}
