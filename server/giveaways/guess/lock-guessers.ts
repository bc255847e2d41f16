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

/** Tells these locks from other ones on two numbers. */
const KIND = sql.raw('1');

/**
 * The lock on a giveaway's being open, as SQL: guesses share it, so that none waits for another, and what ends the
 * giveaway has it alone. PostgreSQL hands it out in the order in which it was asked for, so a crowd of guesses
 * cannot keep an end from coming. Taken before the voucher's row is.
 */
const lockOpen = (voucherId: SQL, isEnd: SQL): SQL => sql`case when ${isEnd}
  then pg_advisory_xact_lock(${KIND}, ${voucherId}) else pg_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

/** The same for a guess: whether it has the lock, which it always has where it may wait for it. */
const isHeldOpen = (voucherId: SQL, isEnd: SQL, mayWait: SQL): SQL<boolean> =>
  sql<boolean>`case when ${mayWait} then (${lockOpen(voucherId, isEnd)}) is not null
  else pg_try_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

/** Lets the guesses that are on their way arrive, and no others, until the transaction that ends a giveaway is over. */
export async function closeToGuesses(tx: Db, voucherId: number): Promise<void> {
  await tx.execute(sql`select ${lockOpen(sql`${voucherId}::int`, sql`true`)}`);
}

/** How many guesses a voucher has, as SQL for its row; exact once it is closed. */
export const allGuesses = sql<number>`(select count(*)::int from ${guesses} where ${guesses.voucherId} = ${vouchers.id})`;

/** The wait of one user on one voucher, locked until the transaction ends. */
interface GuessLock {
  readonly waitUntil: Date;
  readonly skips: number;
  /** Whether the voucher is kept from ending, too; always, where that was waited for. */
  readonly isHeldOpen: boolean;
}

interface Row {
  readonly place: number;
  readonly wait_ms: number;
  readonly skips: number;
  readonly is_held_open: boolean;
}

/** What locks a guess takes beside those of its guesser and its sources. */
interface Lock {
  /** Whether to wait for a voucher that is ending; else it is told that it is not held open. */
  readonly mayWait: boolean;
  /** Whether a right guess has the voucher alone, so that it may end it. */
  readonly mayEnd: boolean;
}

/** A null locks nothing. */
const lockCrowd = (kind: string, source: string) =>
  sql.raw(
    `(select pg_advisory_xact_lock(hashtextextended('${kind}:' || asked.voucher || ':' || ${source}, 0)) from newcomer where newcomer.place = asked.place)`,
  );

// Guesses of one user under one key follow each other on whichever vouchers they are, so that the later one sees the
// first one's answer. The order by user has all of those locks taken before the first turn.
// `offset 0` has each person found by their key, however many the database takes a batch for. Writes the wait that is
// there already: a conflict that changes nothing would neither lock nor return the row.
// What is selected is evaluated from the left, so everybody takes these locks in one order.
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

/**
 * Locks each guesser's turn on their voucher: at the same moment, one waits for the commit of the other. It also keeps
 * the vouchers from ending in between, or, for a right guess that may end one, others from guessing; and of newcomers,
 * who are counted by network and link, those of the same one.
 * @param guesses each of another user
 * @returns what was locked for each, as the one before left it.
 */
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

/** What a guess is judged by. */
export interface Turn {
  readonly lock: GuessLock;
  readonly facts: GuesserFacts;
}

/**
 * Waits until it is this guess's turn, and reads what it is judged by.
 * @param mayEnd whether a right guess has the voucher alone
 */
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

/** The same for guesses of different users. Both statements are sent at once. */
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

/**
 * The answer that stands under the guess's key already, which counts whatever the guess is.
 * @throws AppError `idempotency_key_reused` where it is another request's
 */
export const answerBefore = async (
  tx: Db,
  { requestKey, at }: Guess,
  { isKeyTaken }: GuesserFacts,
): Promise<Answer<JudgedGuess['body']> | undefined> =>
  isKeyTaken ? firstAnswer(tx, requestKey, at) : undefined;
