import { CARD_HOLD_MS, FIRST_CARD_HOLD_MS, FIRST_CARD_PAYMENTS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { HELD_CARD } from './holds.ts';
import type { Invariant } from './invariant.ts';

/** What was settled before channels were stored has none. */
const BY_CARD = `status = 'settled' and channel in ('card', 'other')`;

const hours = (ms: number): string => `interval '${ms / HOUR_MS} hours'`;

export const PAYMENTS: readonly Invariant[] = [
  {
    name: 'each settled payment went to its payer',
    checked: `select count(*) as n from payments where status = 'settled'`,
    broken: `with given as (
        select moved.natural_key, account.user_id, entry.currency, sum(entry.amount) as amount
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
        where moved.natural_key like 'settle:%' group by 1, 2, 3
      )
      select 'payment ' || payment.reference || ' gave user ' || payment.user_id || ' '
        || coalesce(given.amount, 0) || ' of ' || payment.amount as broken
      from payments payment left join given on given.natural_key = 'settle:' || payment.reference
        and given.user_id = payment.user_id and given.currency = payment.currency
      where payment.status = 'settled' and given.amount is distinct from payment.amount`,
  },
  {
    name: 'each payment that was returned left its payer once, in full, by an administrator who said why',
    checked: `select count(*) as n from journal_transactions where natural_key like 'settle-return:%'`,
    broken: `with returned as (
        select moved.natural_key, account.type, account.user_id, entry.currency, -sum(entry.amount) as amount
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id and entry.amount < 0
        join ledger_accounts account on account.id = entry.account_id
        where moved.natural_key like 'settle-return:%' group by 1, 2, 3, 4
      )
      select returned.natural_key || ' took ' || returned.amount || ' of user ' || coalesce(returned.user_id::text, 'none')
        || ' of ' || coalesce(payment.amount::text, 'nothing') as broken
      from returned left join payments payment on returned.natural_key = 'settle-return:' || payment.reference
        and payment.status = 'settled' and payment.user_id = returned.user_id
        and payment.currency = returned.currency and returned.type = 'wallet'
      where returned.amount is distinct from payment.amount or not exists (
        select from admin_actions where action = 'refund' and subject = 'payment:' || payment.reference and why <> ''
      )`,
  },
  {
    name: 'each payment for a voucher paid for that one, or for none',
    checked: `select count(*) as n from payments where purpose = 'voucher'`,
    broken: `select 'payment ' || payment.reference || ' (' || payment.purpose || ', ' || payment.status
        || ') for voucher ' || coalesce(payment.voucher_id::text, 'none') || ' paid '
        || coalesce(-entry.amount, 0) || ' for ' || coalesce(moved.voucher_id::text, 'none') as broken
      from payments payment
      join journal_transactions moved on moved.reference = payment.reference and moved.kind = 'voucher_payment'
      left join ledger_accounts account on account.key = 'wallet:' || payment.user_id || ':' || payment.currency
      left join journal_entries entry on entry.transaction_id = moved.id and entry.account_id = account.id
      where payment.status <> 'settled' or payment.voucher_id is distinct from moved.voucher_id
      or entry.amount is distinct from -payment.amount`,
  },
  {
    name: 'each premium was paid for by one wallet and lasts as long as was said',
    checked: `select count(*) as n from journal_transactions where kind = 'premium'`,
    broken: `select moved.natural_key || ' of user ' || coalesce(account.user_id::text, 'none') as broken
      from journal_transactions moved
      left join journal_entries entry on entry.transaction_id = moved.id and entry.amount < 0
      left join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
      left join users payer on payer.id = account.user_id
      where moved.kind = 'premium' and (account.user_id is null
        or moved.natural_key is distinct from 'premium:' || account.user_id || ':' || (moved.metadata ->> 'from')
        or payer.premium_until is null or payer.premium_until < (moved.metadata ->> 'until')::timestamptz)`,
  },
  {
    name: 'each payment for premium bought one, or none',
    checked: `select count(*) as n from payments where purpose = 'premium'`,
    broken: `select 'payment ' || payment.reference || ' (' || payment.status || ')' as broken
      from payments payment
      join journal_transactions moved on moved.reference = payment.reference and moved.kind = 'premium'
      where payment.purpose <> 'premium' or payment.status <> 'settled'
      group by payment.reference, payment.status
      union all
      select 'payment ' || payment.reference || ' bought ' || count(*) as broken
      from payments payment
      join journal_transactions moved on moved.reference = payment.reference and moved.kind = 'premium'
      group by payment.reference having count(*) > 1`,
  },
  {
    name: 'what was paid by card is held in full, for its time',
    checked: `select count(*) as n from payments where ${BY_CARD}`,
    broken: `with paid as (
        select payment.id, payment.reference, payment.user_id, payment.amount,
          bool_or(moved.kind = 'premium') as is_spent, coalesce(sum(hold.amount), 0) as held,
          min(hold.held_until - hold.created_at) as lasts
        from payments payment
        join journal_transactions moved on moved.reference = payment.reference
          and moved.natural_key not like 'settle-again:%'
        left join holds hold on hold.movement = moved.natural_key and hold.origin_id is null
          and hold.reasons ? '${HELD_CARD}'
        where ${BY_CARD} group by payment.id
      )
      select 'payment ' || reference || ' of ' || amount || ' held ' || held || ' for '
        || coalesce(lasts::text, 'no time') as broken
      from paid where not is_spent and (held <> amount or lasts < ${hours(CARD_HOLD_MS)})
      union all
      select 'user ' || user_id || ' has ' || count(*) || ' payments by card, of which '
        || count(*) filter (where lasts < ${hours(FIRST_CARD_HOLD_MS)}) || ' are held as later ones'
      from paid group by user_id
      having count(*) filter (where lasts < ${hours(FIRST_CARD_HOLD_MS)}) > greatest(count(*) - ${FIRST_CARD_PAYMENTS}, 0)`,
  },
];
