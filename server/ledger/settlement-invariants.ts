import type { Invariant } from './invariant.ts';

export const SETTLEMENTS: readonly Invariant[] = [
  {
    name: 'each settlement moved its gross, once, to the bank and to the fees, and nothing else did',
    checked: 'select count(*) as n from settlements',
    broken: `with moved as (
        select moved.natural_key, account.key, count(*) as n, sum(entry.amount) as amount
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id
        where moved.natural_key like 'settlement:%' or moved.kind = 'settlement' group by 1, 2
      ), booked as (
        select 'settlement:' || gateway || ':' || external_id as natural_key, side.key, side.amount
        from settlements cross join lateral (values
          ('processor:' || gateway || ':' || currency, gross),
          ('bank:' || gateway || ':' || currency, -net), ('fees_paid:' || gateway || ':' || currency, -fee)
        ) side (key, amount)
        where side.amount <> 0
      )
      select natural_key || ' moved ' || coalesce(moved.amount::text, 'nothing') || ' of '
        || coalesce(booked.amount::text, 'nothing') || ' on ' || key as broken
      from booked full join moved using (natural_key, key)
      where moved.amount is distinct from booked.amount or moved.n <> 1`,
  },
  {
    name: 'the bank has what settlements brought, and fees were paid only by them',
    checked: `select count(*) as n from ledger_accounts where type in ('bank', 'fees_paid')`,
    broken: `with brought as (
        select side.type || ':' || gateway || ':' || currency as key, -sum(side.amount) as amount
        from settlements cross join lateral (values ('bank', net), ('fees_paid', fee)) side (type, amount)
        group by 1
      ), held as (
        select key, balance from ledger_accounts where type in ('bank', 'fees_paid')
      )
      select key || ' has ' || coalesce(balance, 0) || ' of ' || coalesce(amount, 0) as broken
      from brought full join held using (key) where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
];
