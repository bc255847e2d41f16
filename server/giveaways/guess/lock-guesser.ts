import { sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import type { Guess } from './guess.ts';

/** The wait of one user on one voucher, locked until the transaction ends. */
export interface GuessLock {
  readonly waitUntil: Date;
  readonly skips: number;
}

/**
 * Locks one user's guesses on one voucher: at the same moment, each waits for the commit of the one before.
 * Notes who guesses on a device in the same statement.
 * @returns the row as the one before left it.
 */
export async function lockGuesser(
  tx: Db,
  { voucher, userId, origin }: Pick<Guess, 'voucher' | 'userId' | 'origin'>,
  now: Date,
): Promise<GuessLock> {
  // Writes the wait that is there already: a conflict that changes nothing would neither lock nor return the row.
  const [lock] = await queryRows<{ wait_ms: number; skips: number }>(
    tx,
    sql`
    with device as (
      insert into device_guessers (device_id, user_id, guessed_at)
      select ${origin.deviceId ?? null}::text, ${userId}::int, ${now.toISOString()}::timestamptz
      where ${origin.deviceId ?? null}::text is not null
      on conflict (device_id, user_id) do update set guessed_at = excluded.guessed_at
        where device_guessers.guessed_at < excluded.guessed_at - interval '1 day'
    )
    insert into guess_waits (voucher_id, user_id, wait_until)
    values (${voucher.id}::int, ${userId}::int, to_timestamp(0))
    on conflict (voucher_id, user_id) do update set user_id = excluded.user_id
    returning (extract(epoch from wait_until) * 1000)::float8 as wait_ms, skips`,
  );
  if (!lock) throw new Error('the guesser was not locked');
  return { waitUntil: new Date(lock.wait_ms), skips: lock.skips };
}
