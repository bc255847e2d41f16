import { sql, type SQL, lt } from 'drizzle-orm';

import { DEVICE_GUESSERS_KEEP_MS } from '../../contract/constants.ts';
import { NEWCOMERS_COUNTED, RISK_YOUNG_MS } from './score-guess.ts';
import { deleteInBatches, repeatInBatches } from '../db/delete-in-batches.ts';
import { deviceGuessers } from '../db/schema/giveaways.ts';
import type { Deps } from '../deps.ts';
import { HOUR_MS } from '../../contract/durations.ts';

/** The time for which a young or unverified account counts as a newcomer. */
export const RISK_CROWD_WINDOW_MS = HOUR_MS;

/** More rows of one network or link are a crowd in any case. */
const ROWS_LOOKED_AT = 500;

export const youngSince = (now: Date): string =>
  new Date(now.getTime() - RISK_YOUNG_MS).toISOString();

export const crowdSince = (now: Date): string =>
  new Date(now.getTime() - RISK_CROWD_WINDOW_MS).toISOString();

export const isNewcomerSql = (young: SQL): SQL =>
  sql`(users.email_verified_at is null or users.created_at > ${young})`;

export const linkOfSql = ({
  voucher,
  user,
  device,
}: Readonly<Record<'voucher' | 'user' | 'device', SQL>>): SQL =>
  sql`coalesce((
    select sharer_id from voucher_referrals
    where voucher_id = ${voucher} and viewer = any (array['u:' || ${user}, 'd:' || ${device}])
    order by counted_at desc limit 1), users.referred_by)`;

export const findNewcomer = (
  given: Readonly<Record<'voucher' | 'user' | 'device' | 'young', SQL>>,
): SQL => sql`
  select ${linkOfSql(given)} as link_of from users
  where users.id = ${given.user} and ${isNewcomerSql(given.young)}`;

/** An unverified account counts with each guess, a verified one once. */
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

export async function sweepOrigins({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const isCounted = new Date(clock.now() - RISK_CROWD_WINDOW_MS).toISOString();
  const isOver = sql`(network is not null or link_of is not null) and created_at < ${isCounted}::timestamptz`;
  await repeatInBatches(
    db,
    (rows) => sql`update guesses set network = null, link_of = null
      where id = any(array(select id from guesses where ${isOver} limit ${rows})) returning 1`,
  );
  const oldest = new Date(clock.now() - DEVICE_GUESSERS_KEEP_MS);
  await deleteInBatches(db, deviceGuessers, lt(deviceGuessers.guessedAt, oldest));
}
