import { sql, type SQL } from 'drizzle-orm';

import { RISK_CROWD_WINDOW_MS, RISK_YOUNG_MS } from '../../../contract/constants.ts';
import { NEWCOMERS_COUNTED } from './score-guess.ts';

/** Rows that are looked at of one network or link; more are a crowd, newcomers or not. */
const ROWS_LOOKED_AT = 500;

/** Since when an account is young, ISO 8601. */
export const youngSince = (now: Date): string =>
  new Date(now.getTime() - RISK_YOUNG_MS).toISOString();

/** Since when newcomers on a voucher are counted, ISO 8601. */
export const crowdSince = (now: Date): string =>
  new Date(now.getTime() - RISK_CROWD_WINDOW_MS).toISOString();

/** Whether a row of `users` is a newcomer's, as SQL. @param young since when an account is */
export const isNewcomerSql = (young: SQL): SQL =>
  sql`(users.email_verified_at is null or users.created_at > ${young})`;

/** Whose link led a newcomer, a row of `users`, to a voucher, or to sign up; as SQL. */
export const linkOfSql = ({
  voucher,
  user,
  device,
}: Readonly<Record<'voucher' | 'user' | 'device', SQL>>): SQL =>
  sql`coalesce((
    select sharer_id from voucher_referrals
    where voucher_id = ${voucher} and viewer = any (array['u:' || ${user}, 'd:' || ${device}])
    order by counted_at desc limit 1), users.referred_by)`;

/** Finds, as SQL, whose link led a newcomer to a voucher; no row of anybody else. */
export const findNewcomer = (
  given: Readonly<Record<'voucher' | 'user' | 'device' | 'young', SQL>>,
): SQL => sql`
  select ${linkOfSql(given)} as link_of from users
  where users.id = ${given.user} and ${isNewcomerSql(given.young)}`;

/**
 * How many newcomers guessed on a voucher in the last hour from the same network or through the same link,
 * whichever has more, as SQL: an unverified account counts with each guess, a verified one once. Beyond
 * `NEWCOMERS_COUNTED` it counts no further.
 */
export function newcomersFrom({
  voucher,
  network,
  linkOf,
  since,
}: Readonly<Record<'voucher' | 'network' | 'linkOf' | 'since', SQL>>): SQL {
  const count = (isSame: SQL): SQL => sql`(
    select count(*)::int from (
      select distinct case when 'unverified' = any(risk_reasons) then -number else user_id end from (
        select number, user_id, risk_reasons from guesses
        where voucher_id = ${voucher} and ${isSame} and created_at > ${since}
        order by created_at desc limit ${sql.raw(`${ROWS_LOOKED_AT}`)}
      ) recent limit ${sql.raw(`${NEWCOMERS_COUNTED}`)}
    ) newcomers)`;
  return sql`greatest(${count(sql`network = ${network}`)}, ${count(sql`link_of = ${linkOf}`)})`;
}
