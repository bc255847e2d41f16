import { eq, sql } from 'drizzle-orm';

import { RISK_EVEN_GUESSES, RISK_YOUNG_MS } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Secrets } from '../../secrets.ts';
import { guessHashesOf } from '../fairness/giveaway-secrets.ts';
import { newcomersFrom } from '../risk/newcomers.ts';
import type { RiskFacts } from '../risk/score-guess.ts';
import type { Guess } from './guess.ts';

/** A person's own devices are few; of one with more accounts than these it does not matter how many. */
const ACCOUNTS_LOOKED_AT = 100;

export interface GuesserFacts {
  readonly points: number;
  /** Accepted guesses of this person on this voucher. */
  readonly entries: number;
  /** The number of the same code sent before; null when it is new. */
  readonly sameGuessNumber: number | null;
  /** Of a newcomer: the user whose link led them to the voucher, or to sign up. */
  readonly linkOf: number | null;
  readonly risk: Omit<RiskFacts, 'nowMs' | 'revealedMs'>;
  /** What the guesser has set as own limits. */
  readonly guessesPerDay: number | null;
  readonly breakUntil: Date | null;
}

/** What has to be known of the guesser, in one statement; after `lockGuesser`, so that nothing of their own can change. */
export async function readGuesserFacts(
  tx: Db,
  secrets: Secrets,
  { voucher, userId, code, origin }: Pick<Guess, 'voucher' | 'userId' | 'code' | 'origin'>,
  now: Date,
): Promise<GuesserFacts> {
  const mine = sql`${guesses.voucherId} = ${voucher.id} and ${guesses.userId} = ${userId}`;
  const hashes = guessHashesOf(secrets, voucher.ulid, code);
  const deviceId = origin.deviceId ?? null;
  const youngSince = new Date(now.getTime() - RISK_YOUNG_MS).toISOString();
  const isNewcomer = sql`(${users.emailVerifiedAt} is null or ${users.createdAt} > ${youngSince}::timestamptz)`;
  const viewers = [`u:${userId}`, ...(deviceId === null ? [] : [`d:${deviceId}`])];
  const linkOf = sql<number | null>`case when ${isNewcomer} then coalesce(
    (select sharer_id from voucher_referrals where voucher_id = ${voucher.id} and viewer in ${viewers}
      order by counted_at desc limit 1), ${users.referredBy}) end`;
  const sources = { network: origin.network ?? null, linkOf: sql`(${linkOf})` };
  const [facts] = await tx
    .select({
      points: users.points,
      guessesPerDay: users.guessesPerDay,
      breakUntil: users.breakUntil,
      entries: sql<number>`(select count(*)::int from ${guesses} where ${mine})`,
      sameGuessNumber: sql<
        number | null
      >`(select ${guesses.number} from ${guesses} where ${mine} and ${guesses.guessHash} in ${hashes})`,
      linkOf,
      createdAt: users.createdAt,
      emailVerifiedAt: users.emailVerifiedAt,
      deviceAccounts: sql<
        readonly [number, number]
      >`(select json_build_array(count(*), count(verified)) from (
        select others.email_verified_at as verified from device_guessers
        join users others on others.id = device_guessers.user_id
        where device_id = ${deviceId}::text limit ${ACCOUNTS_LOOKED_AT}) accounts)`,
      newcomers: sql<number>`case when ${isNewcomer} then ${newcomersFrom(voucher.id, sources, now)} else 0 end`,
      guessedMs: sql<readonly number[]>`(select coalesce(json_agg(ms), '[]') from (
        select (extract(epoch from ${guesses.createdAt}) * 1000)::float8 as ms from ${guesses} where ${mine}
        order by ${guesses.number} desc limit ${RISK_EVEN_GUESSES - 1}) last)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!facts) throw new Error('a guess without its user');
  const { createdAt, emailVerifiedAt, newcomers, guessedMs } = facts;
  const [deviceAccounts, deviceVerified] = facts.deviceAccounts;
  return {
    points: facts.points,
    entries: facts.entries,
    sameGuessNumber: facts.sameGuessNumber,
    linkOf: facts.linkOf,
    guessesPerDay: facts.guessesPerDay,
    breakUntil: facts.breakUntil,
    risk: {
      accountCreatedMs: createdAt.getTime(),
      isVerified: emailVerifiedAt !== null,
      deviceAccounts,
      deviceVerified,
      newcomers,
      guessedMs,
    },
  };
}
