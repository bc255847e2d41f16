import type { Invariant } from './invariant.ts';

export const EXCHANGES: readonly Invariant[] = [
  {
    name: 'each exchange took and gave what its quote says, once',
    checked: 'select count(*) as n from exchange_quotes where used_at is not null',
    broken: `with moved as (
        select moved.natural_key, account.key, count(*) as n, sum(entry.amount) as amount
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id
        where moved.natural_key like 'exchange:%' or moved.kind = 'exchange' group by 1, 2
      ), quoted as (
        select 'exchange:' || reference as natural_key, side.key, side.amount
        from exchange_quotes quote cross join lateral (values
          ('wallet:' || user_id || ':' || from_currency, -amount), ('exchange:' || from_currency, amount),
          ('exchange:' || to_currency, -gets), ('wallet:' || user_id || ':' || to_currency, gets)
        ) side (key, amount)
        where used_at is not null
      )
      select natural_key || ' moved ' || coalesce(moved.amount::text, 'nothing') || ' of '
        || coalesce(quoted.amount::text, 'nothing') || ' on ' || key as broken
      from quoted full join moved using (natural_key, key)
      where moved.amount is distinct from quoted.amount or moved.n <> 1`,
  },
  {
    name: 'the house has of each currency what exchanges brought less what they gave',
    checked: `select count(*) as n from ledger_accounts where type = 'exchange'`,
    broken: `with brought as (
        select 'exchange:' || side.currency as key, sum(side.amount) as amount
        from exchange_quotes quote
        cross join lateral (values (from_currency, amount), (to_currency, -gets)) side (currency, amount)
        where used_at is not null group by 1
      ), held as (
        select key, balance from ledger_accounts where type = 'exchange'
      )
      select key || ' has ' || coalesce(balance, 0) || ' of ' || coalesce(amount, 0) as broken
      from brought full join held using (key) where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
];
