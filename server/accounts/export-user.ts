import { sql, type SQL } from 'drizzle-orm';

import type { ExportAnswer } from '../../contract/accounts.ts';
import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Deps } from '../deps.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { readLimits } from './play-limits.ts';
import { getUser, presentUser } from './users.ts';

/** Returns all data about a user except hashes, tokens and codes that are still secret. */
export async function readExport(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: number,
): Promise<ExportAnswer> {
  const { db, clock, secrets } = deps;
  const now = dateOf(clock);
  const user = await getUser(db, userId);
  const lists = await readLists(db, userId);
  return {
    success: true,
    exported_at: now.toISOString(),
    user: presentUser(user, now),
    google_subject: user.googleSubject,
    limits: await readLimits(deps, userId),
    ...lists,
    guesses: lists.guesses.map(({ sealed, ...guess }) => ({
      ...guess,
      code: decryptCode(secrets, String(guess['voucher']), Buffer.from(String(sealed), 'hex')),
    })),
  };
}

type List = Exclude<
  keyof ExportAnswer,
  'success' | 'exported_at' | 'user' | 'google_subject' | 'limits'
>;
type Row = Readonly<Record<string, unknown>>;

/** Columns `amount` and `fee` are minor units. */
const statementsFor = (user: SQL): Readonly<Record<List, SQL>> => ({
  former_usernames: sql`
    select username, created_at as left_at from former_usernames where user_id = ${user}`,
  sessions: sql`
    select user_agent, created_at, expires_at, revoked_at as ended_at
    from sessions where user_id = ${user} order by id desc`,
  wallets: sql`
    select currency, balance as amount from ledger_accounts where user_id = ${user} order by currency`,
  transactions: sql`
    select moved.kind, moved.reference, moved.description, entry.currency, entry.amount, moved.created_at
    from ledger_accounts account
    join journal_entries entry on entry.account_id = account.id
    join journal_transactions moved on moved.id = entry.transaction_id
    where account.user_id = ${user} order by entry.id desc`,
  withdrawals: sql`
    select reference, amount, currency, bank_name as bank, account_number, account_name, status, created_at
    from payouts where user_id = ${user} order by id desc`,
  payments: sql`
    select reference, purpose, amount, currency, processor, status, created_at
    from payments where user_id = ${user} order by id desc`,
  purchases: sql`
    select reference, kind, amount, fee, currency, service_name as service, item_name as item, customer,
      customer_name, token as meter_code, status, created_at
    from purchases where user_id = ${user} order by id desc`,
  vouchers: sql`
    select ulid, purpose, status, amount, currency, recipient_email, ad_url, ad_copy, created_at
    from vouchers where creator_id = ${user} order by id desc`,
  // Guessers learn the result only when the voucher has ended.
  guesses: sql`
    select voucher.ulid as voucher, guess.number, encode(guess.guess_encrypted, 'hex') as sealed,
      case when voucher.status = 'completed' then guess.is_correct end as is_correct, guess.created_at
    from guesses guess join vouchers voucher on voucher.id = guess.voucher_id
    where guess.user_id = ${user} order by guess.id desc`,
  coins: sql`
    select delta as coins, reason, created_at from points_entries where user_id = ${user} order by id desc`,
  push_devices: sql`
    select user_agent, platform, language, created_at, seen_at
    from push_tokens where user_id = ${user} order by id desc`,
  passkeys: sql`
    select user_agent, created_at, last_used_at from passkeys where user_id = ${user} order by id desc`,
  notifications: sql`
    select kind, data - 'sealed_code' as data, read_at, created_at
    from notifications where user_id = ${user} order by id desc`,
  notification_preferences: sql`
    select channels, quiet_from, quiet_to, updated_at
    from notification_preferences where user_id = ${user}`,
  follows: sql`
    select voucher.ulid as voucher, follow.muted_at, follow.created_at
    from voucher_follows follow join vouchers voucher on voucher.id = follow.voucher_id
    where follow.user_id = ${user} order by follow.created_at desc`,
  // The administrator's name is left out.
  support: sql`
    select action, subject, why as reason, outcome, created_at from admin_actions where subject in (
      select 'user:' || ${user}
      union all select 'payment:' || reference from payments where user_id = ${user}
      union all select 'payout:' || reference from payouts where user_id = ${user}
      union all select 'purchase:' || reference from purchases where user_id = ${user}
      union all select 'voucher:' || ulid from vouchers where creator_id = ${user}
      union all select 'hold:' || holds.id from holds
        join ledger_accounts account on account.id = holds.account_id where account.user_id = ${user}
    ) order by id desc`,
});

async function readLists(db: Db, userId: number): Promise<Record<List, Row[]>> {
  const lists: [string, Row[]][] = [];
  for (const [name, statement] of Object.entries(statementsFor(sql`${userId}::int`))) {
    const rows = await queryRows<{ row: Row }>(db)`
      select to_json(listed) as row from (${statement}) listed`;
    lists.push([name, rows.map(({ row }) => Object.fromEntries(Object.entries(row).map(present)))]);
  }
  return Object.fromEntries(lists) as Record<List, Row[]>;
}

/** A value of the database as the API writes it. */
function present([name, value]: [string, unknown]): [string, unknown] {
  if (name.endsWith('_at') && typeof value === 'string')
    return [name, new Date(value).toISOString()];
  if (name === 'amount' || name === 'fee') return [name, minorToMajor(BigInt(Number(value)))];
  return [name, value];
}
