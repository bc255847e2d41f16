import { sql, type SQL } from 'drizzle-orm';

import { RISK_CROWD_WINDOW_MS } from '../../../contract/constants.ts';
import { NEWCOMERS_COUNTED } from './score-guess.ts';

/** What newcomers are counted by on a voucher: expressions or values of SQL, null where there is none. */
export interface Sources {
  readonly network: SQL | string | null;
  readonly linkOf: SQL | number | null;
}

/** Rows that are looked at of one network or link; more are a crowd whoever they are. */
const ROWS_LOOKED_AT = 500;

/**
 * How many newcomers guessed on a voucher in the last hour from the same network or through the same link,
 * whichever has more, as SQL: an unverified account counts with each guess, a verified one once. Beyond
 * `NEWCOMERS_COUNTED` it counts no further.
 */
export function newcomersFrom(
  voucherId: number,
  { network, linkOf }: Sources,
  now: Date,
): SQL<number> {
  const since = new Date(now.getTime() - RISK_CROWD_WINDOW_MS).toISOString();
  const count = (isSame: SQL): SQL => sql`(
    select count(*)::int from (
      select distinct case when 'unverified' = any(risk_reasons) then -number else user_id end from (
        select number, user_id, risk_reasons from guesses
        where voucher_id = ${voucherId}::int and ${isSame} and created_at > ${since}::timestamptz
        order by created_at desc limit ${ROWS_LOOKED_AT}
      ) recent limit ${NEWCOMERS_COUNTED}
    ) newcomers)`;
  return sql<number>`greatest(${count(sql`network = ${network}::text`)}, ${count(sql`link_of = ${linkOf}::int`)})`;
}
