import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses, guessWaits } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Secrets } from '../../secrets.ts';
import { guessHashOf } from '../../vouchers/voucher-secrets.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

/** One person's guess on one voucher. */
export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  /** Decided in constant time by the caller. */
  readonly isCorrect: boolean;
}

/** Where a person stands in their line on a voucher. */
export interface GuessLock {
  readonly waitUntil: Date;
  readonly skips: number;
}

const NO_WAIT = new Date(0);

/**
 * Puts one person's guesses on one voucher in a line: whoever has this row goes on, the next waits for the commit.
 * @returns the row as the one before left it.
 */
export async function lockGuesser(tx: Db, voucherId: number, userId: number): Promise<GuessLock> {
  const [lock] = await tx
    .insert(guessWaits)
    .values({ voucherId, userId, waitUntil: NO_WAIT })
    // Writes what is there already: a conflict that changes nothing would neither lock nor return the row.
    .onConflictDoUpdate({ target: [guessWaits.voucherId, guessWaits.userId], set: { userId } })
    .returning({ waitUntil: guessWaits.waitUntil, skips: guessWaits.skips });
  if (!lock) throw new Error('the line of guesses was not locked');
  return lock;
}

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
  const hash = guessHashOf(secrets, voucher.ulid, code);
  const [facts] = await tx
    .select({
      points: users.points,
      entries: sql<number>`(select count(*)::int from ${guesses} where ${mine})`,
      sameGuessNumber: sql<
        number | null
      >`(select ${guesses.number} from ${guesses} where ${mine} and ${guesses.guessHash} = ${hash})`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!facts) throw new Error('a guess without its user');
  return facts;
}

/** The number that the guess which updates a voucher gets: in an update, a column stands for its old value. */
export const nextNumber = sql<number>`${vouchers.guessCount} + 1`;

/**
 * Accepts a guess: gives it the next number of its voucher and writes it down.
 * @param completion what else changes on the voucher when this guess ends it
 * @returns its number; undefined when the voucher is not active any more.
 */
export async function recordGuess(
  tx: Db,
  secrets: Secrets,
  { voucher, userId, code, isCorrect }: Guess,
  now: Date,
  completion: PgUpdateSetSource<typeof vouchers> = {},
): Promise<number | undefined> {
  const [numbered] = await tx
    .update(vouchers)
    .set({ ...completion, guessCount: nextNumber })
    .where(and(eq(vouchers.id, voucher.id), eq(vouchers.status, 'active')))
    .returning({ number: vouchers.guessCount });
  if (!numbered) return undefined;
  await tx.insert(guesses).values({
    voucherId: voucher.id,
    userId,
    number: numbered.number,
    guessHash: guessHashOf(secrets, voucher.ulid, code),
    guessEncrypted: secrets.encrypt(code, voucher.ulid),
    isCorrect,
    createdAt: now,
  });
  return numbered.number;
}
