import { sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { prepareRows } from '../../db/prepared.ts';
import { findNewcomer, youngSince } from '../risk/find-newcomers.ts';
import type { Guess } from './guess.ts';
import { lockOpen } from './guess-lock.ts';

/** The wait of one user on one voucher, locked until the transaction ends. */
export interface GuessLock {
  readonly waitUntil: Date;
  readonly skips: number;
}

const device = sql`${sql.placeholder('device')}::text`;
const voucher = sql`${sql.placeholder('voucher')}::int`;
const user = sql`${sql.placeholder('user')}::int`;
const now = sql`${sql.placeholder('now')}::timestamptz`;
const young = sql`${sql.placeholder('youngSince')}::timestamptz`;
const network = sql`${sql.placeholder('network')}::text`;
/** A null locks nothing. */
const lockCrowd = (kind: string, source: ReturnType<typeof sql>) =>
  sql`pg_advisory_xact_lock(hashtextextended(${sql.raw(`'${kind}:'`)} || ${voucher} || ':' || ${source}, 0))`;

// Writes the wait that is there already: a conflict that changes nothing would neither lock nor return the row.
// What is selected is evaluated from the left, so everybody takes these locks in one order.
const lock = prepareRows<
  Record<'device' | 'voucher' | 'user' | 'now' | 'youngSince' | 'network' | 'isEnd', unknown>,
  { readonly wait_ms: number; readonly skips: number }
>(
  'lock_guesser',
  sql`
  with device as (
    insert into device_guessers (device_id, user_id, guessed_at) select ${device}, ${user}, ${now}
    where ${device} is not null
    on conflict (device_id, user_id) do update set guessed_at = excluded.guessed_at
      where device_guessers.guessed_at < excluded.guessed_at - interval '1 day'
  ), turn as (
    insert into guess_waits (voucher_id, user_id, wait_until) values (${voucher}, ${user}, to_timestamp(0))
    on conflict (voucher_id, user_id) do update set user_id = excluded.user_id
    returning wait_until, skips
  ), newcomer as (${findNewcomer({ voucher, user, device, young })})
  select (extract(epoch from turn.wait_until) * 1000)::float8 as wait_ms, turn.skips,
    ${lockOpen(voucher, sql`${sql.placeholder('isEnd')}::boolean`)},
    (select ${lockCrowd('network', network)} from newcomer),
    (select ${lockCrowd('link', sql`link_of`)} from newcomer)
  from turn`,
);

/**
 * Locks one user's guesses on one voucher: at the same moment, each waits for the commit of the one before. It also
 * keeps the voucher from ending in between, or for a right guess others from guessing; and of newcomers, who are
 * counted by network and link, those of the same one. Notes who guesses on a device in the same statement.
 * @returns the row as the one before left it.
 */
export async function lockGuesser(
  tx: Db,
  { voucher: { id, revealMethod }, userId, origin, isCorrect }: Guess,
  at: Date,
): Promise<GuessLock> {
  const [row] = await lock(tx, {
    device: origin.deviceId ?? null,
    voucher: id,
    user: userId,
    now: at.toISOString(),
    youngSince: youngSince(at),
    network: origin.network ?? null,
    isEnd: isCorrect && revealMethod !== 'lottery',
  });
  if (!row) throw new Error('the guesser was not locked');
  return { waitUntil: new Date(row.wait_ms), skips: row.skips };
}
