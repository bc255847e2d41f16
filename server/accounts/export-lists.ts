import { sql, type SQL } from 'drizzle-orm';

import type { ExportAnswer } from '../../contract/accounts.ts';

export type ExportList = Exclude<
  keyof ExportAnswer,
  'success' | 'exported_at' | 'user' | 'google_subject' | 'limits'
>;

// Each list of an export as a query. Columns `amount`, `fee` and `gets` are minor units.

const accountLists = (user: SQL) => ({
  account: sql`
    select email_verified_at, identity_checked_at, payout_name, terms_accepted_at, premium_until, pin_hash is not null as has_pin, blocked_at
    from users where id = ${user}`,
  former_usernames: sql`
    select username, created_at as left_at from former_usernames where user_id = ${user}`,
  sessions: sql`
    select user_agent, device_id as device, created_at, expires_at, revoked_at as ended_at
    from sessions where user_id = ${user} order by id desc`,
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
  mails: sql`
    select subject, created_at, sent_at from mails where "to" in (
      select email from users where id = ${user} and email_verified_at is not null) order by id desc`,
  guessed_on: sql`
    select device_id as device, guessed_at from device_guessers where user_id = ${user} order by guessed_at desc`,
  // The administrator's name is left out.
  support: sql`
    select action, subject, why as reason, outcome, created_at from admin_actions where subject in (
      select 'user:' || ${user}
      union all select 'payment:' || reference from payments where user_id = ${user}
      union all select 'payout:' || reference from payouts where user_id = ${user}
      union all select 'purchase:' || reference from purchases where user_id = ${user}
      union all select 'voucher:' || ulid from vouchers where creator_id = ${user}
      union all select 'case:' || case_number from cases where user_id = ${user}
      union all select 'hold:' || holds.id from holds
        join ledger_accounts account on account.id = holds.account_id where account.user_id = ${user}
    ) order by id desc`,
});

const moneyLists = (user: SQL) => ({
  cases: sql`
    select case_number, reference, category, status, outcome, created_at, acknowledged_at, decided_at, (
      select json_agg(json_build_object('author', author, 'text', text, 'created_at', created_at) order by id)
      from case_messages where case_id = cases.id
    ) as messages
    from cases where user_id = ${user} order by id desc`,
  wallets: sql`
    select currency, balance as amount from ledger_accounts where user_id = ${user} order by currency`,
  transactions: sql`
    select moved.kind, moved.reference, moved.description, entry.currency, entry.amount, moved.created_at
    from ledger_accounts account
    join journal_entries entry on entry.account_id = account.id
    join journal_transactions moved on moved.id = entry.transaction_id
    where account.user_id = ${user} order by entry.id desc`,
  withdrawals: sql`
    select reference, amount, fee, currency, bank_name as bank, account_number, account_name, status, created_at
    from payouts where user_id = ${user} order by id desc`,
  money_limits: sql`
    select currency, amount, next_at as ends_at from own_money_limits where user_id = ${user} order by currency`,
  saved_accounts: sql`
    select currency, type, bank_name as bank, account_number, account_name, max(created_at) as last_used_at
    from payouts where user_id = ${user} and is_saved group by 1, 2, 3, 4, 5 order by last_used_at desc`,
  // Also accounts of others that the user entered.
  named_accounts: sql`
    select encode(sealed, 'hex') as sealed, is_owner, created_at
    from payout_destinations where user_id = ${user} order by id desc`,
  payments: sql`
    select reference, purpose, amount, currency, processor, channel, status, created_at
    from payments where user_id = ${user} order by id desc`,
  processor_reports: sql`
    select gateway, type, reference, received_at from webhook_events where reference in (
      select reference from payments where user_id = ${user}
      union all select reference from payouts where user_id = ${user}
      union all select reference from purchases where user_id = ${user}
    ) order by id desc`,
  purchases: sql`
    select reference, kind, amount, fee, currency, service_name as service, item_name as item, customer,
      customer_name, token as meter_code, status, created_at
    from purchases where user_id = ${user} order by id desc`,
  exchanges: sql`
    select reference, from_currency, amount, to_currency, gets, market_rate, created_at, used_at
    from exchange_quotes where user_id = ${user} order by id desc`,
});

const playLists = (user: SQL) => ({
  vouchers: sql`
    select ulid, purpose, status, amount, currency, recipient_email,
      (select username from users where id = vouchers.recipient_id) as recipient, ad_url, ad_copy, created_at
    from vouchers where creator_id = ${user} order by id desc`,
  received_vouchers: sql`
    select ulid, purpose, amount, currency, completed_at as received_at
    from vouchers where winner_id = ${user} order by completed_at desc`,
  named_in: sql`
    select voucher.ulid as voucher, allowed.login as name, allowed.created_at
    from allowed_users allowed join vouchers voucher on voucher.id = allowed.voucher_id
    where allowed.user_id = ${user} or allowed.login in (
      select username from users where id = ${user}
      union all select username from former_usernames where user_id = ${user}
      union all select email from users where id = ${user} and email_verified_at is not null
    )
    union all
    select ulid, recipient_email, created_at from vouchers where recipient_email in (
      select email from users where id = ${user} and email_verified_at is not null)
    union all
    select ulid, (select username from users where id = ${user}), created_at
    from vouchers where recipient_id = ${user}`,
  // Guessers learn the result only when the voucher has ended.
  guesses: sql`
    select voucher.ulid as voucher, guess.number, encode(guess.guess_encrypted, 'hex') as sealed,
      case when voucher.status = 'completed' then guess.is_correct end as is_correct, guess.created_at
    from guesses guess join vouchers voucher on voucher.id = guess.voucher_id
    where guess.user_id = ${user} order by guess.id desc`,
  coins: sql`
    select delta as coins, reason, created_at from points_entries where user_id = ${user} order by id desc`,
  follows: sql`
    select voucher.ulid as voucher, follow.muted_at, follow.created_at
    from voucher_follows follow join vouchers voucher on voucher.id = follow.voucher_id
    where follow.user_id = ${user} order by follow.created_at desc`,
  shares: sql`
    select voucher.ulid as voucher, share.referral_count, share.first_at
    from voucher_sharers share join vouchers voucher on voucher.id = share.voucher_id
    where share.user_id = ${user} order by share.first_at desc`,
  referrals: sql`
    select 'invited' as way, username, created_at as joined_at from users where referred_by = ${user}
    union all
    select 'invited by', inviter.username, invited.created_at
    from users invited join users inviter on inviter.id = invited.referred_by where invited.id = ${user}`,
});

export const exportLists = (user: SQL): Readonly<Record<ExportList, SQL>> => ({
  ...accountLists(user),
  ...moneyLists(user),
  ...playLists(user),
});
