import { sql } from 'drizzle-orm';

import type { DashboardAnswer, Next } from '../../contract/rewards/rewards.ts';
import { getUser } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { isoOf, queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import { listOwnGuesses } from '../giveaways/guess/list-own-guesses.ts';
import { presentBrief, type BriefRow } from '../vouchers/present-voucher.ts';
import { listBalances } from '../wallet/list-balances.ts';
import { readEarned } from './points.ts';

const NEXT_MAX = 5;

const RECENT = 5;
/** The newest guesses that are searched for upcoming events. */
const LOOKED_AT = 100;

export async function readDashboard(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  userId: number,
): Promise<DashboardAnswer['data']> {
  const { db } = deps;
  const now = dateOf(deps.clock);
  const { points } = await getUser(db, userId);
  const earned = await readEarned(db, userId);
  const { pending, active, ended, guesses, entries } = await readCounts(db, userId);
  const wallets = Object.entries(await listBalances(db, userId, now));
  return {
    wallets: Object.fromEntries(wallets.map(([currency, { amount }]) => [currency, { amount }])),
    points,
    points_earned: earned.points,
    wins: earned.wins,
    vouchers: { pending, active, ended },
    guesses,
    entries,
    recent: (await listOwnGuesses(deps, userId, { size: RECENT })).data,
    next: await readNext(db, userId, now),
  };
}

async function readCounts(db: Db, userId: number) {
  const none = { pending: 0, active: 0, ended: 0, guesses: 0, entries: 0 };
  const [counts = none] = await queryRows<typeof none>(db)`
    select own.*, guessed.* from (
      select count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'active')::int as active,
        count(*) filter (where status not in ('pending', 'active'))::int as ended
      from vouchers where creator_id = ${userId}
    ) own, (
      select count(*)::int as guesses, count(*) filter (where vouchers.reveal_method = 'lottery')::int as entries
      from guesses join vouchers on vouchers.id = guesses.voucher_id where guesses.user_id = ${userId}
    ) guessed`;
  return counts;
}

type NextRow = BriefRow & Omit<Next, 'voucher'>;

/** Upcoming events of vouchers that a user created or guessed on, soonest first. */
async function readNext(db: Db, userId: number, now: Date): Promise<Next[]> {
  const rows = await queryRows<NextRow>(db)`
    with near as (
      select id from vouchers where creator_id = ${userId} and status = 'active'
      union
      select voucher_id from (
        select voucher_id from guesses where user_id = ${userId} order by id desc limit ${LOOKED_AT}
      ) latest
    )
    select due.kind, vouchers.creator_id = ${userId} as is_own, ${isoOf(sql`due.at`)} as at, vouchers.ulid,
      vouchers.amount::text as amount, vouchers.currency, vouchers.status
    from near
    join vouchers on vouchers.id = near.id and vouchers.status = 'active'
    cross join lateral (values
      ('draw', vouchers.final_reveal_time),
      ('reveal', case when vouchers.reveals_done = 0 then vouchers.remaining_time end),
      ('end', vouchers.expires_at)
    ) due (kind, at)
    where due.at > ${now.toISOString()}::timestamptz
    order by due.at, vouchers.id limit ${NEXT_MAX}`;
  return rows.map(({ kind, is_own, at, ...voucher }) => ({
    kind,
    voucher: presentBrief(voucher),
    is_own,
    at,
  }));
}
