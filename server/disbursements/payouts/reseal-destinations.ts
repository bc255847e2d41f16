import { asc, eq, gt } from 'drizzle-orm';

import { payoutDestinations } from '../../db/schema/payouts.ts';
import { constraintOf } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { changeInBatches } from '../../lib/in-batches.ts';
import { DESTINATION_CONTEXT } from './destination-owner.ts';

const ONE_OWNER = 'payout_destinations_owner';

/** Puts each destination and its hash under the key that writes. @returns how many were not. */
export const resealDestinations = ({
  db,
  secrets,
}: Pick<Deps, 'db' | 'secrets'>): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      db
        .select({ id: payoutDestinations.id, sealed: payoutDestinations.sealed })
        .from(payoutDestinations)
        .where(gt(payoutDestinations.id, afterId))
        .orderBy(asc(payoutDestinations.id))
        .limit(limit),
    async ({ id, sealed }) => {
      if (secrets.isCurrent(sealed, DESTINATION_CONTEXT)) return false;
      const name = secrets.decrypt(sealed, DESTINATION_CONTEXT).toString();
      const resealed = {
        destinationHash: secrets.lookupHash(name, DESTINATION_CONTEXT),
        sealed: secrets.encrypt(name, DESTINATION_CONTEXT),
      };
      const row = eq(payoutDestinations.id, id);
      try {
        await db.update(payoutDestinations).set(resealed).where(row);
      } catch (error) {
        // Two nodes wrote with different keys in the same moment, and each had an owner.
        if (constraintOf(error) !== ONE_OWNER) throw error;
        await db
          .update(payoutDestinations)
          .set({ ...resealed, isOwner: false })
          .where(row);
      }
      return true;
    },
  );
