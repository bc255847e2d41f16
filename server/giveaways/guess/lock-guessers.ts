import { sql, type SQL } from 'drizzle-orm';

import type { SubmitAnswer, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import {
  crowdSince,
  findNewcomer,
  isNewcomerSql,
  linkOfSql,
  newcomersFrom,
  youngSince,
} from '../../abuse/find-newcomers.ts';
import type { DoneWork } from '../../abuse/proof-of-work.ts';
import { RISK_EVEN_GUESSES, type RiskFacts } from '../../abuse/score-guess.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Db } from '../../db/database.ts';
import { prepareRows } from '../../db/query-rows.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { hasRoomForKey, type Answer, type RequestKey } from '../../http/idempotency.ts';
import type { CallerAccount } from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { guessHashesOf } from '../../vouchers/voucher-secrets.ts';

export type SubmitDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'config' | 'covers' | 'guessCounts' | 'log'
>;

export interface Guess {
  readonly voucher: Voucher;
  readonly userId: number;
  readonly code: string;
  readonly origin: GuessOrigin;
  /** The caller compares the code in constant time. */
  readonly isCorrect: boolean;
  readonly toldCost: number | undefined;
  readonly work: DoneWork | undefined;
  readonly requestKey: RequestKey | undefined;
  readonly at: Date;
}

export interface GuessOrigin {
  /** Undefined for a device without proof of work, because its id may be invented. */
  readonly deviceId: string | undefined;
  readonly network: string | undefined;
}

export interface Attempt {
  readonly guess: Guess;
  readonly isPremium: boolean;
  readonly account: CallerAccount | null;
  readonly usePoints: boolean;
}

export interface JudgedGuess extends Answer<SubmitAnswer | WrongGuessAnswer> {
  /** Set if the voucher stays open and has one more guess. */
  readonly acceptedOn?: number;
}

/** The number separates these advisory locks from others with two keys. */
const KIND = sql.raw('1');

/**
 * Guesses share this lock, and ending the giveaway takes it exclusively.
 * PostgreSQL grants it in order, so many guesses cannot starve the end; lock it before the row.
 */
const lockOpen = (voucherId: SQL, isEnd: SQL): SQL => sql`case when ${isEnd}
  then pg_advisory_xact_lock(${KIND}, ${voucherId}) else pg_advisory_xact_lock_shared(${KIND}, ${voucherId}) end`;

/** Waits for running guesses and blocks new ones until the transaction ends. */
export async function closeToGuesses(tx: Db, voucherId: number): Promise<void> {
  await tx.execute(sql`select ${lockOpen(sql`${voucherId}::int`, sql`true`)}`);
}

/** The count is exact once the voucher is closed. */
export const allGuesses = sql<number>`(select count(*)::int from ${guesses} where ${guesses.voucherId} = ${vouchers.id})`;

const lockCrowd = (kind: string, source: string) =>
  sql.raw(
    `(select pg_advisory_xact_lock(hashtextextended('${kind}:' || asked.voucher || ':' || ${source}, 0)) from newcomer where newcomer.place = asked.place)`,
  );

const device = sql`asked.device`;
const voucher = sql`asked.voucher`;
const user = sql`asked.user_id`;
const young = sql`asked.young_since`;

/** What both statements are asked by. */
const asked = sql`json_to_recordset(${sql.placeholder('asked')}::json) as asked (place int, voucher int, user_id int,
  key text, device text, network text, hashes text[], young_since timestamptz, crowd_since timestamptz, is_end boolean)`;

interface GuessLock {
  readonly place: number;
  readonly waitUntilMs: number;
  readonly skips: number;
  /** Always true if the guess waited for it. */
  readonly isHeldOpen: boolean;
}

// Guesses of one user wait for each other; the order by user prevents deadlocks.
// `offset 0` makes the planner look up each user by key.
// The upsert rewrites the wait, because `do nothing` would neither lock nor return the row.
// Columns are evaluated from left to right, so the order of locks is fixed.
const lock = prepareRows<Readonly<Record<'asked' | 'mayWait', unknown>>, GuessLock>(
  'lock_guessers',
  sql`
  with asked as (select * from ${asked}),
  keyed as materialized (
    select place, case when key is null then true else
      pg_advisory_xact_lock(hashtextextended('key:' || user_id || ':' || key, 0)) is not null end as is_first
    from (select place, user_id, key from asked order by user_id offset 0) in_order
  ), waiting as (
    insert into guess_waits (voucher_id, user_id, wait_until)
    select voucher, user_id, to_timestamp(0) from asked join keyed using (place) where is_first order by 1, 2
    on conflict (voucher_id, user_id) do update set user_id = excluded.user_id
    returning voucher_id, user_id, wait_until, skips
  ), newcomer as (
    select place, network, link_of from asked, lateral (${findNewcomer({ voucher, user, device, young })} offset 0) known
  )
  select asked.place, (extract(epoch from waiting.wait_until) * 1000)::float8 as "waitUntilMs", waiting.skips,
    case when ${sql.placeholder('mayWait')}::boolean then (${lockOpen(voucher, sql`asked.is_end`)}) is not null
      else pg_try_advisory_xact_lock_shared(${KIND}, ${voucher}) end as "isHeldOpen",
    ${lockCrowd('network', 'network')}, ${lockCrowd('link', 'link_of')}
  from asked join waiting on waiting.voucher_id = asked.voucher and waiting.user_id = asked.user_id`,
);

export interface GuesserFacts extends Omit<RiskFacts, 'nowMs' | 'revealedMs'> {
  readonly place: number;
  readonly number: number;
  readonly isOpen: boolean;
  readonly isKeyTaken: boolean;
  readonly hasRoom: boolean;
  readonly points: number;
  readonly entries: number;
  /** Null if the user has not guessed this code yet. */
  readonly sameGuessNumber: number | null;
  /** The user whose link led a new user here. */
  readonly linkOf: number | null;
  readonly guessesPerDay: number | null;
  readonly breakUntilMs: number | null;
}

/** More accounts on one device make no difference. */
const ACCOUNTS_LOOKED_AT = 100;
const mine = sql`voucher_id = ${voucher} and user_id = ${user}`;
const msOf = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`);

// The first `offset 0` reads only one user's guesses; the other looks up each user by key.
const readFacts = prepareRows<Readonly<Record<'asked', unknown>>, GuesserFacts>(
  'read_guesser_facts',
  sql`
  select asked.place, guesser.*, on_device.*, nextval('guess_numbers')::float8 as number,
    (select status = 'active' from vouchers where id = ${voucher}) as "isOpen",
    exists (select from idempotency_keys where user_id = ${user} and key = asked.key) as "isKeyTaken",
    ${hasRoomForKey(user)} as "hasRoom",
    (select count(*)::int from guesses where ${mine}) as entries,
    (select number::float8 from guesses where ${mine} and guess_hash = any (asked.hashes)) as "sameGuessNumber",
    case when "isNewcomer" then ${newcomersFrom({ voucher, network: sql`asked.network`, linkOf: sql`guesser."linkOf"`, since: sql`asked.crowd_since` })} else 0 end
      as newcomers,
    (select coalesce(json_agg(ms), '[]') from (
      select ${msOf('created_at')} as ms from (select number, created_at from guesses where ${mine} offset 0) own
      order by number desc limit ${sql.raw(`${RISK_EVEN_GUESSES - 1}`)}) last) as "guessedMs"
  from ${asked},
  lateral (
    select users.points, guesses_per_day as "guessesPerDay", ${msOf('break_until')} as "breakUntilMs",
      ${msOf('users.created_at')} as "accountCreatedMs", email_verified_at is not null as "isVerified", "isNewcomer",
      case when "isNewcomer" then ${linkOfSql({ voucher, user, device })} end as "linkOf"
    from users, lateral (select ${isNewcomerSql(young)} as "isNewcomer") newcomer
    where users.id = ${user} offset 0
  ) guesser,
  lateral (
    select count(*)::int as "deviceAccounts", count(email_verified_at)::int as "deviceVerified" from (
      select user_id from device_guessers where device_id = ${device}
      union select ${user} where ${device} is not null limit ${sql.raw(`${ACCOUNTS_LOOKED_AT}`)}
    ) accounts join users on users.id = accounts.user_id
  ) on_device`,
);

export interface LockedGuesser {
  readonly lock: GuessLock;
  readonly facts: GuesserFacts;
}

export async function lockGuesser(
  tx: Db,
  secrets: Secrets,
  guess: Guess,
  mayEnd = false,
): Promise<LockedGuesser> {
  const [locked] = await lockGuessers(tx, secrets, [guess], { mayWait: true, mayEnd });
  if (!locked) throw new Error('a guess without its user');
  return locked;
}

/**
 * New users of one network or link wait for each other; `guesses` must have different users.
 * The facts are read after the locks, so that nothing changes meanwhile.
 */
export async function lockGuessers(
  tx: Db,
  secrets: Secrets,
  guesses: readonly Guess[],
  { mayWait, mayEnd }: { readonly mayWait: boolean; readonly mayEnd: boolean },
): Promise<LockedGuesser[]> {
  const rows = guesses.map(
    ({ voucher: { id, ulid }, userId, code, requestKey, origin, isCorrect, at }, place) => ({
      place,
      voucher: id,
      user_id: userId,
      key: requestKey?.key,
      device: origin.deviceId,
      network: origin.network,
      hashes: guessHashesOf(secrets, ulid, code),
      young_since: youngSince(at),
      crowd_since: crowdSince(at),
      is_end: isCorrect && mayEnd,
    }),
  );
  const asked = JSON.stringify(rows);
  const [locks, facts] = await Promise.all([
    lock(tx, { asked, mayWait }),
    readFacts(tx, { asked }),
  ]);
  const [lockOf, factsOf] = [byPlace(locks), byPlace(facts)];
  return guesses.map(({ userId }, place) => {
    const [held, known] = [lockOf.get(place), factsOf.get(place)];
    if (!held || !known) throw new Error(`a guess without its user ${userId}`);
    return { lock: held, facts: known };
  });
}

const byPlace = <Row extends { readonly place: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.place, row]));
