import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Secrets } from '../../secrets.ts';
import { guessHashOf } from '../fairness/giveaway-secrets.ts';
import { newcomersFrom } from '../risk/newcomers.ts';
import type { WeighedGuess } from '../risk/weigh-guess.ts';
import { hashOrigin } from './guess-origin.ts';

/** The number that the guess which updates a voucher gets: in an update, a column stands for its old value. */
export const nextNumber = sql<number>`${vouchers.guessCount} + 1`;

/**
 * Accepts a guess: gives it the next number of its voucher and writes it down.
 * @param completion what else changes on the voucher when this guess ends it
 * @returns its number; undefined when the voucher is not active any more.
 * @throws WorkNeeded when so many newcomers were faster that its work is not enough; the caller rolls back.
 */
export async function recordGuess(
  tx: Db,
  secrets: Secrets,
  weighed: WeighedGuess,
  now: Date,
  completion: PgUpdateSetSource<typeof vouchers> = {},
): Promise<number | undefined> {
  const { guess, risk, sources, room, workNeeded } = weighed;
  const { voucher, userId, code, origin, isCorrect } = guess;
  const [numbered] = await tx
    .update(vouchers)
    .set({ ...completion, guessCount: nextNumber })
    .where(and(eq(vouchers.id, voucher.id), eq(vouchers.status, 'active')))
    .returning({ number: vouchers.guessCount });
  if (!numbered) return undefined;
  const reasons = sql.join(
    risk.reasons.map((reason) => sql`${reason}::text`),
    sql`, `,
  );
  const { deviceHash, networkHash } = hashOrigin(secrets, voucher.ulid, origin);
  // The voucher's row is locked by now: of a burst, each sees those that were written before it.
  const [written] = await queryRows<{ newcomers: number; is_written: boolean }>(
    tx,
    sql`
    with crowd as (
      select ${newcomersFrom(voucher.id, sources, now)} as newcomers
    ), written as (
      insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at,
        risk_score, risk_reasons, network, link_of, device_hash, network_hash)
      select ${voucher.id}::int, ${userId}::int, ${numbered.number}::int,
        ${guessHashOf(secrets, voucher.ulid, code)}::text, ${secrets.encrypt(code, voucher.ulid)}::bytea,
        ${isCorrect}::boolean, ${now.toISOString()}::timestamptz, ${risk.score}::int, array[${reasons}]::text[],
        ${sources.network}::text, ${sources.linkOf}::int, ${deviceHash}::text, ${networkHash}::text
      from crowd where newcomers <= ${room}::int
      returning number
    )
    select newcomers, exists (select from written) as is_written from crowd`,
  );
  if (!written?.is_written) throw workNeeded(written?.newcomers ?? 0);
  return numbered.number;
}
