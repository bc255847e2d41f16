import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { prepareRows } from '../../db/prepared.ts';
import { findNewcomer, youngSince } from '../../abuse/find-newcomers.ts';
import type { Guess, JudgedGuess } from './guess.ts';
import type { Secrets } from '../../config/secrets.ts';
import { firstAnswer, type Answer } from '../../http/idempotency.ts';
import { readGuesserFacts, type GuesserFacts } from './read-guesser-facts.ts';

/** The number separates these advisory locks from others with two keys. */
const KIND = sql.raw('1');

/**
 * Guesses share this lock, and ending the giveaway takes it exclusively.
 * PostgreSQL grants it in order, so many guesses cannot starve the end; lock it before the row.
 */
const lockOpen = (voucherId: SQL, isEnd: SQL): SQL => sql`case when ${isEnd}
  then pg_advisory_xact_lock(${KIND}, ${voucherId}) else pg_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

const isHeldOpen = (voucherId: SQL, isEnd: SQL, mayWait: SQL): SQL<boolean> =>
  sql<boolean>`case when ${mayWait} then (${lockOpen(voucherId, isEnd)}) is not null
  else pg_try_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

/** Waits for running guesses and blocks new ones until the transaction ends. */
export async function closeToGuesses(tx: Db, voucherId: number): Promise<void> {
  await tx.execute(sql`select ${lockOpen(sql`${voucherId}::int`, sql`true`)}`);
}

/** The count is exact once the voucher is closed. */
export const allGuesses = sql<number>`(select count(*)::int from ${guesses} where ${guesses.voucherId} = ${vouchers.id})`;

interface GuessLock {
  readonly waitUntil: Date;
  readonly skips: number;
  /** Always true if the guess waited for it. */
  readonly isHeldOpen: boolean;
}

interface Row {
  readonly place: number;
  readonly wait_ms: number;
  readonly skips: number;
  readonly is_held_open: boolean;
}

interface Lock {
  readonly mayWait: boolean;
  readonly mayEnd: boolean;
}

const lockCrowd = (kind: string, source: string) =>
  sql.raw(
    `(select pg_advisory_xact_lock(hashtextextended('${kind}:' || asked.voucher || ':' || ${source}, 0)) from newcomer where newcomer.place = asked.place)`,
  );

// Guesses of one user wait for each other; the order by user prevents deadlocks.
// `offset 0` makes the planner look up each user by key.
// The upsert rewrites the wait, because `do nothing` would neither lock nor return the row.
// Columns are evaluated from left to right, so the order of locks is fixed.
const lock = prepareRows<Readonly<Record<'asked' | 'mayWait', unknown>>, Row>(
  'lock_guessers',
  sql`
  with asked as (
    select * from json_to_recordset(${sql.placeholder('asked')}::json) as asked (place int, voucher int, user_id int,
      key text, device text, network text, young_since timestamptz, is_end boolean)
  ), keyed as materialized (
    select place, case when key is null then true else
      pg_advisory_xact_lock(hashtextextended('key:' || user_id || ':' || key, 0)) is not null end as is_first
    from (select place, user_id, key from asked order by user_id offset 0) in_order
  ), turn as (
    insert into guess_waits (voucher_id, user_id, wait_until)
    select voucher, user_id, to_timestamp(0) from asked join keyed using (place) where is_first order by 1, 2
    on conflict (voucher_id, user_id) do update set user_id = excluded.user_id
    returning voucher_id, user_id, wait_until, skips
  ), newcomer as (
    select place, network, link_of from asked, lateral (${findNewcomer({
      voucher: sql`asked.voucher`,
      user: sql`asked.user_id`,
      device: sql`asked.device`,
      young: sql`asked.young_since`,
    })} offset 0) known
  )
  select asked.place, (extract(epoch from turn.wait_until) * 1000)::float8 as wait_ms, turn.skips,
    ${isHeldOpen(sql`asked.voucher`, sql`asked.is_end`, sql`${sql.placeholder('mayWait')}::boolean`)} as is_held_open,
    ${lockCrowd('network', 'network')}, ${lockCrowd('link', 'link_of')}
  from asked join turn on turn.voucher_id = asked.voucher and turn.user_id = asked.user_id`,
);

/** New users of one network or link wait for each other; `guesses` must have different users. */
async function lockGuessers(
  tx: Db,
  guesses: readonly Guess[],
  { mayWait, mayEnd }: Lock,
): Promise<GuessLock[]> {
  const asked = guesses.map(({ voucher, userId, requestKey, origin, isCorrect, at }, place) => ({
    place,
    voucher: voucher.id,
    user_id: userId,
    key: requestKey?.key,
    device: origin.deviceId,
    network: origin.network,
    young_since: youngSince(at),
    is_end: isCorrect && mayEnd,
  }));
  const rows = await lock(tx, { asked: JSON.stringify(asked), mayWait });
  const locks: GuessLock[] = [];
  for (const { place, wait_ms, skips, is_held_open } of rows)
    locks[place] = { waitUntil: new Date(wait_ms), skips, isHeldOpen: is_held_open };
  return locks;
}

export interface Turn {
  readonly lock: GuessLock;
  readonly facts: GuesserFacts;
}

export async function takeTurn(
  tx: Db,
  secrets: Secrets,
  guess: Guess,
  mayEnd = false,
): Promise<Turn> {
  const [turn] = await takeTurns(tx, secrets, [guess], { mayWait: true, mayEnd });
  if (!turn) throw new Error('a guess without its user');
  return turn;
}

export async function takeTurns(
  tx: Db,
  secrets: Secrets,
  guesses: readonly Guess[],
  lock: Lock,
): Promise<Turn[]> {
  const [locks, facts] = await Promise.all([
    lockGuessers(tx, guesses, lock),
    readGuesserFacts(tx, secrets, guesses),
  ]);
  return guesses.map((guess, place) => {
    const [lock, known] = [locks[place], facts[place]];
    if (!lock || !known) throw new Error(`a guess without its user ${guess.userId}`);
    return { lock, facts: known };
  });
}

/** @throws AppError `idempotency_key_reused` if the key belongs to another request */
export const answerBefore = async (
  tx: Db,
  { requestKey, at }: Guess,
  { isKeyTaken }: GuesserFacts,
): Promise<Answer<JudgedGuess['body']> | undefined> =>
  isKeyTaken ? firstAnswer(tx, requestKey, at) : undefined;
