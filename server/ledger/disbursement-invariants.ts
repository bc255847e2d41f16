import { ACCOUNT_KEY } from './house-rows.ts';
import type { Invariant } from './invariant.ts';

/** These texts become parts of SQL statements, so they must never hold user input. */
interface Disbursements {
  readonly table: string;
  readonly noun: string;
  /** The start of the natural keys in the journal, e.g. `withdraw`. */
  readonly key: string;
  readonly charged: string;
  readonly provider: string;
  /** The accounts that share what is charged. */
  readonly holders: readonly Holder[];
}

interface Holder {
  readonly account: string;
  readonly noun: string;
  readonly given: string;
}

const invariantsOf = (of: Disbursements): readonly Invariant[] => [
  {
    name: `each ${of.noun} left its wallet once, in full, and came back only if it failed`,
    checked: `select count(*) as n from ${of.table}`,
    broken: `with moved as (
        select moved.reference, moved.natural_key like '${of.key}-return:%' as is_return,
          account.user_id, entry.currency, count(*) as n, sum(entry.amount) as amount
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
        where moved.natural_key like '${of.key}:%' or moved.natural_key like '${of.key}-return:%' group by 1, 2, 3, 4
      ), expected as (
        select reference, false as is_return, user_id, currency, -(${of.charged}) as amount from ${of.table}
        union all
        select reference, true, user_id, currency, ${of.charged} from ${of.table} where status = 'failed'
      )
      select '${of.noun} ' || reference || case when is_return then ' returned ' else ' took ' end
        || coalesce(moved.amount::text, 'nothing') || ' of ' || coalesce(expected.amount::text, 'nothing') as broken
      from expected full join moved using (reference, is_return, user_id, currency)
      where moved.amount is distinct from expected.amount or moved.n <> 1`,
  },
  ...of.holders.map(({ account, noun, given }) => ({
    name: `each ${noun} has what it was given and did not return`,
    checked: `select count(*) as n from ledger_accounts where type = '${account}'`,
    broken: `with given as (
        select '${account}:' || ${of.provider} || ':' || currency as key,
          sum(${given}) filter (where status <> 'failed' or delivered_late_at is not null) as amount
        from ${of.table} group by 1
      ), held as (
        select ${ACCOUNT_KEY} as key, sum(balance) as balance
        from ledger_accounts account where type = '${account}' group by 1
      )
      select key || ' has ' || coalesce(balance, 0) || ' of ' || coalesce(amount, 0) as broken
      from given full join held using (key) where coalesce(balance, 0) <> coalesce(amount, 0)`,
  })),
  {
    name: `each ${of.noun} that was delivered after its return is a loss of the house, once, in full`,
    checked: `select count(*) as n from ${of.table} where status = 'failed'`,
    broken: `with booked as (
        select moved.reference, ${ACCOUNT_KEY} as key, sum(entry.amount) as amount
        from journal_transactions moved
        join ${of.table} own on own.reference = moved.reference
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id
        where moved.natural_key like 'late-success:%' or moved.natural_key like 'late-success-return:%' group by 1, 2
      ), expected as (
        select reference, side.key, side.booked
        from ${of.table} cross join lateral (values
          ${of.holders.map(({ account, given }) => `('${account}:' || ${of.provider} || ':' || currency, ${given})`).join(', ')},
          ('losses:' || currency, -(${of.charged}))
        ) side (key, booked)
        where status = 'failed' and delivered_late_at is not null
      )
      select '${of.noun} ' || reference || ' moved ' || coalesce(booked.amount, 0) || ' of '
        || coalesce(expected.booked, 0) || ' on ' || key as broken
      from expected full join booked using (reference, key)
      where coalesce(booked.amount, 0) <> coalesce(expected.booked, 0)`,
  },
];

export const WITHDRAWALS = invariantsOf({
  table: 'payouts',
  noun: 'withdrawal',
  key: 'withdraw',
  charged: 'amount + fee',
  provider: 'rail',
  holders: [
    { account: 'payout', noun: 'payout rail', given: 'amount' },
    { account: 'rail_fees', noun: 'account of a rail’s fees', given: 'fee' },
  ],
});

export const PURCHASES = invariantsOf({
  table: 'purchases',
  noun: 'purchase',
  key: 'purchase',
  charged: 'amount + fee',
  provider: 'supplier',
  holders: [{ account: 'supplier', noun: 'supplier', given: 'amount + fee' }],
});

export const UNCLAIMED: readonly Invariant[] = [
  {
    name: 'what is unclaimed came out of wallets of deleted accounts, and was paid once',
    checked: `select count(*) as n from journal_transactions where natural_key like 'unclaimed%'`,
    broken: `with moved as (
        select moved.natural_key, moved.reference, entry.amount, other.amount as other, owner.deleted_at
        from ledger_accounts account
        join journal_entries entry on entry.account_id = account.id
        join journal_transactions moved on moved.id = entry.transaction_id
        left join journal_entries other on other.transaction_id = moved.id and other.id <> entry.id
        left join ledger_accounts wallet on wallet.id = other.account_id and wallet.type = 'wallet'
        left join users owner on owner.id = wallet.user_id
        where account.type = 'unclaimed'
      )
      select natural_key || ' moved ' || amount as broken from moved where not case
        when amount > 0 then natural_key = 'unclaimed:' || reference and deleted_at is not null and other = -amount
        else natural_key = 'unclaimed-pay:' || reference and exists (
          select from moved kept where kept.natural_key = 'unclaimed:' || moved.reference and kept.amount = -moved.amount
        ) end`,
  },
];
