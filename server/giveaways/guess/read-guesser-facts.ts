import { eq, sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Secrets } from '../../secrets.ts';
import { guessHashesOf } from '../fairness/giveaway-secrets.ts';
import type { Guess } from './guess.ts';

export interface GuesserFacts {
  readonly points: number;
  /** Accepted guesses of this person on this voucher. */
  readonly entries: number;
  /** The number of the same code sent before; null when it is new. */
  readonly sameGuessNumber: number | null;
}

/** What has to be known of the guesser, in one statement; after `lockGuesser`, so that nothing of it can change. */
export async function readGuesserFacts(
  tx: Db,
  secrets: Secrets,
  { voucher, userId, code }: Omit<Guess, 'isCorrect'>,
): Promise<GuesserFacts> {
  const mine = sql`${guesses.voucherId} = ${voucher.id} and ${guesses.userId} = ${userId}`;
  const hashes = guessHashesOf(secrets, voucher.ulid, code);
  const [facts] = await tx
    .select({
      points: users.points,
      entries: sql<number>`(select count(*)::int from ${guesses} where ${mine})`,
      sameGuessNumber: sql<
        number | null
      >`(select ${guesses.number} from ${guesses} where ${mine} and ${guesses.guessHash} in ${hashes})`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!facts) throw new Error('a guess without its user');
  return facts;
}
