import { asc, eq, gt } from 'drizzle-orm';

import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { changeInBatches } from '../../lib/in-batches.ts';
import { openCode } from '../../vouchers/voucher-secrets.ts';
import { guessHashOf } from '../fairness/giveaway-secrets.ts';

/** Puts each guess and its hash under the key that writes. @returns how many were not. */
export const resealGuesses = ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      db
        .select({ id: guesses.id, ulid: vouchers.ulid, sealed: guesses.guessEncrypted })
        .from(guesses)
        .innerJoin(vouchers, eq(vouchers.id, guesses.voucherId))
        .where(gt(guesses.id, afterId))
        .orderBy(asc(guesses.id))
        .limit(limit),
    async ({ id, ulid, sealed }) => {
      if (secrets.isCurrent(sealed, ulid)) return false;
      const guess = openCode(secrets, ulid, sealed);
      await db
        .update(guesses)
        .set({
          guessHash: guessHashOf(secrets, ulid, guess),
          guessEncrypted: secrets.encrypt(guess, ulid),
        })
        .where(eq(guesses.id, id));
      return true;
    },
  );
