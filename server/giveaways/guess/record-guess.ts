import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Secrets } from '../../secrets.ts';
import { guessHashOf } from '../fairness/giveaway-secrets.ts';
import type { Guess } from './guess.ts';

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
