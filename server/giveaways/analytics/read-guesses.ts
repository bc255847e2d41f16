import { and, desc, eq, lt, sql } from 'drizzle-orm';

import { GUESSES_CHUNK_ROWS } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses } from '../../db/schema/giveaways.ts';

/** Some guesses on a giveaway, newest first: the newest, or those with a number below `before`. */
export const readGuesses = (db: Db, voucherId: number, timezone: string, before?: number) =>
  db
    .select({
      number: guesses.number,
      username: users.username,
      sealed: guesses.guessEncrypted,
      isCorrect: guesses.isCorrect,
      localTime: sql<string>`to_char(${guesses.createdAt} at time zone ${timezone}, 'YYYY-MM-DD HH24:MI:SS')`,
    })
    .from(guesses)
    .innerJoin(users, eq(users.id, guesses.userId))
    .where(
      and(
        eq(guesses.voucherId, voucherId),
        before === undefined ? undefined : lt(guesses.number, before),
      ),
    )
    .orderBy(desc(guesses.number))
    .limit(GUESSES_CHUNK_ROWS);
