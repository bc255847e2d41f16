import type { Invariant } from './invariant.ts';

/** What has to hold of money on its way to suppliers of airtime and bills. */
export const PURCHASES: readonly Invariant[] = [
  {
    name: 'each purchase left its wallet once, in full, and came back only if it failed',
    checked: 'select count(*) as n from purchases',
    broken: `with moved as (
        select moved.reference, moved.natural_key like 'purchase-return:%' as is_return,
          account.user_id, entry.currency, count(*) as n, sum(entry.amount) as amount
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
        where moved.natural_key like 'purchase:%' or moved.natural_key like 'purchase-return:%' group by 1, 2, 3, 4
      ), expected as (
        select reference, false as is_return, user_id, currency, -(amount + fee) as amount from purchases
        union all
        select reference, true, user_id, currency, amount + fee from purchases where status = 'failed'
      )
      select 'purchase ' || reference || case when is_return then ' returned ' else ' took ' end
        || coalesce(moved.amount::text, 'nothing') || ' of ' || coalesce(expected.amount::text, 'nothing') as broken
      from expected full join moved using (reference, is_return, user_id, currency)
      where moved.amount is distinct from expected.amount or moved.n <> 1`,
  },
  {
    name: 'each supplier has what it was given and did not return',
    checked: `select count(*) as n from ledger_accounts where type = 'supplier'`,
    broken: `with given as (
        select 'supplier:' || supplier || ':' || currency as key,
          sum(amount + fee) filter (where status <> 'failed') as amount
        from purchases group by 1
      ), held as (
        select key, balance from ledger_accounts where type = 'supplier'
      )
      select key || ' has ' || coalesce(balance, 0) || ' of ' || coalesce(amount, 0) as broken
      from given full join held using (key) where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
];
