import { sql } from 'drizzle-orm';

import { RISK_EVEN_GUESSES } from '../../abuse/score-guess.ts';
import type { Db } from '../../db/database.ts';
import { prepareRows } from '../../db/prepared.ts';
import { hasRoomForKey } from '../../http/idempotency.ts';
import type { Secrets } from '../../config/secrets.ts';
import { guessHashesOf } from '../../vouchers/voucher-secrets.ts';
import {
  crowdSince,
  isNewcomerSql,
  linkOfSql,
  newcomersFrom,
  youngSince,
} from '../../abuse/find-newcomers.ts';
import type { RiskFacts } from '../../abuse/score-guess.ts';
import type { Guess } from './guess.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { AppError } from '../../http/app-error.ts';
import { hitsInWindow } from '../../http/rate-limit.ts';

/** More accounts on one device make no difference. */
const ACCOUNTS_LOOKED_AT = 100;

export interface GuesserFacts {
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
  readonly risk: Omit<RiskFacts, 'nowMs' | 'revealedMs'>;
  readonly guessesPerDay: number | null;
  readonly breakUntil: Date | null;
}

/** Times are ms since the epoch, guess numbers are texts. */
interface Row {
  readonly place: number;
  readonly number: string;
  readonly is_open: boolean;
  readonly is_key_taken: boolean;
  readonly has_room: boolean;
  readonly points: number;
  readonly guesses_per_day: number | null;
  readonly break_until: number | null;
  readonly entries: number;
  readonly same_guess: string | null;
  readonly link_of: number | null;
  readonly created: number;
  readonly is_verified: boolean;
  readonly device_accounts: readonly [number, number];
  readonly newcomers: number;
  readonly guessed: readonly number[];
}

const device = sql`asked.device`;
const voucher = sql`asked.voucher`;
const user = sql`asked.user_id`;
const mine = sql`voucher_id = ${voucher} and user_id = ${user}`;
const msOf = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`);

// The first `offset 0` reads only one user's guesses; the other looks up each user by key.
const readFacts = prepareRows<Readonly<Record<'asked', unknown>>, Row>(
  'read_guesser_facts',
  sql`
  select asked.place, guesser.*, nextval('guess_numbers')::text as number,
    (select status = 'active' from vouchers where id = ${voucher}) as is_open,
    exists (select from idempotency_keys where user_id = ${user} and key = asked.key) as is_key_taken,
    ${hasRoomForKey(user)} as has_room,
    (select count(*)::int from guesses where ${mine}) as entries,
    (select number::text from guesses where ${mine} and guess_hash = any (asked.hashes)) as same_guess,
    (select json_build_array(count(*), count(email_verified_at)) from (
      select user_id from device_guessers where device_id = ${device}
      union select ${user} where ${device} is not null limit ${sql.raw(`${ACCOUNTS_LOOKED_AT}`)}
    ) accounts join users on users.id = accounts.user_id) as device_accounts,
    case when is_newcomer then ${newcomersFrom({ voucher, network: sql`asked.network`, linkOf: sql`guesser.link_of`, since: sql`asked.crowd_since` })} else 0 end
      as newcomers,
    (select coalesce(json_agg(ms), '[]') from (
      select ${msOf('created_at')} as ms from (select number, created_at from guesses where ${mine} offset 0) own
      order by number desc limit ${sql.raw(`${RISK_EVEN_GUESSES - 1}`)}) last) as guessed
  from json_to_recordset(${sql.placeholder('asked')}::json) as asked (place int, voucher int, user_id int, key text,
    device text, network text, hashes text[], young_since timestamptz, crowd_since timestamptz),
  lateral (
    select users.points, guesses_per_day, ${msOf('break_until')} as break_until, ${msOf('users.created_at')} as created,
      email_verified_at is not null as is_verified, is_newcomer,
      case when is_newcomer then ${linkOfSql({ voucher, user, device })} end as link_of
    from users, lateral (select ${isNewcomerSql(sql`asked.young_since`)} as is_newcomer) newcomer
    where users.id = ${user} offset 0
  ) guesser`,
);

/** Call it after `lockGuessers`, so that nothing changes meanwhile. */
export async function readGuesserFacts(
  tx: Db,
  secrets: Secrets,
  guesses: readonly Guess[],
): Promise<GuesserFacts[]> {
  const asked = guesses.map(
    ({ voucher: { id, ulid }, userId, code, requestKey, origin, at }, place) => ({
      place,
      voucher: id,
      user_id: userId,
      key: requestKey?.key,
      device: origin.deviceId,
      network: origin.network,
      hashes: guessHashesOf(secrets, ulid, code),
      young_since: youngSince(at),
      crowd_since: crowdSince(at),
    }),
  );
  const facts: GuesserFacts[] = [];
  for (const row of await readFacts(tx, { asked: JSON.stringify(asked) }))
    facts[row.place] = factsOf(row);
  return facts;
}

function factsOf(row: Row): GuesserFacts {
  const [deviceAccounts, deviceVerified] = row.device_accounts;
  return {
    number: Number(row.number),
    isOpen: row.is_open,
    isKeyTaken: row.is_key_taken,
    hasRoom: row.has_room,
    points: row.points,
    entries: row.entries,
    sameGuessNumber: row.same_guess === null ? null : Number(row.same_guess),
    linkOf: row.link_of,
    guessesPerDay: row.guesses_per_day,
    breakUntil: row.break_until === null ? null : new Date(row.break_until),
    risk: {
      accountCreatedMs: row.created,
      isVerified: row.is_verified,
      deviceAccounts,
      deviceVerified,
      newcomers: row.newcomers,
      guessedMs: row.guessed,
    },
  };
}

/**
 * The count is in the guess's transaction, so a refused guess does not count.
 * @throws AppError `on_break`, `guesses_used_up`
 */
export async function obeyLimits(
  tx: Db,
  userId: number,
  { guessesPerDay, breakUntil }: Pick<GuesserFacts, 'guessesPerDay' | 'breakUntil'>,
  now: Date,
): Promise<void> {
  const nowMs = now.getTime();
  if (breakUntil && breakUntil > now) {
    const until = `${breakUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    throw new AppError('on_break', { values: { until } });
  }
  if (guessesPerDay === null) return;
  const hits = await hitsInWindow(tx, `guesses:user:${userId}`, DAY_MS, nowMs);
  if (hits <= guessesPerDay) return;
  throw new AppError('guesses_used_up', {
    values: { max: guessesPerDay },
    retryAfterSeconds: (DAY_MS - (nowMs % DAY_MS)) / 1000,
  });
}
