import { and, eq, inArray } from 'drizzle-orm';

import { allowedUsers } from '../db/schema/giveaways.ts';
import type { AllowedUsersAnswer } from '../../contract/analytics.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { listAllowedUsers } from './list-allowed-users.ts';
import { lockOwnPrivateGiveaway } from './own-giveaway.ts';

/**
 * Takes people's leave to guess on the caller's private giveaway; what they have guessed stays. Who had none
 * is passed over.
 * @param ids their numbers on the list
 * @throws AppError as `lockOwnPrivateGiveaway`
 */
export function disallowUsers(
  deps: Pick<Deps, 'db'>,
  refText: string,
  creatorId: number,
  ids: readonly number[],
): Promise<AllowedUsersAnswer> {
  return inTransaction(deps.db, async (tx) => {
    const { id } = await lockOwnPrivateGiveaway(tx, refText, creatorId);
    await tx
      .delete(allowedUsers)
      .where(and(eq(allowedUsers.voucherId, id), inArray(allowedUsers.id, [...ids])));
    return { success: true, data: await listAllowedUsers(tx, id), not_found: [] };
  });
}
