import { and, eq, isNotNull } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Risk } from './score-guess.ts';

/**
 * What spoke against a guess, as it was written down with it. The guess keeps its user's account until the transaction is
 * over, so none is deleted any more where this gives something.
 * @param number of the guess on its voucher
 * @returns undefined where the account was deleted before
 */
export async function readRisk(
  tx: Db,
  voucherId: number,
  number: number,
): Promise<Risk | undefined> {
  const [risk] = await tx
    .select({
      score: guesses.riskScore,
      reasons: guesses.riskReasons,
      isDeleted: isNotNull(users.deletedAt).mapWith(Boolean),
    })
    .from(guesses)
    .innerJoin(users, eq(users.id, guesses.userId))
    .where(and(eq(guesses.voucherId, voucherId), eq(guesses.number, number)));
  if (!risk) throw new Error(`no guess ${number} on voucher ${voucherId}`);
  const { isDeleted, ...known } = risk;
  return isDeleted ? undefined : known;
}
