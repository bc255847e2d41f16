import type { Invariant } from './invariant.ts';

/** Movements that change what somebody owes, with the user's wallet on the same movement. */
const DEBTS = `
  with debt as (
    select moved.natural_key, account.user_id, account.currency, entry.amount, moved.id as transaction_id
    from ledger_accounts account
    join journal_entries entry on entry.account_id = account.id
    join journal_transactions moved on moved.id = entry.transaction_id
    where account.type = 'receivable'
  )`;

export const DISPUTES: readonly Invariant[] = [
  {
    name: 'nobody owes less than nothing',
    checked: `select count(*) as n from ledger_accounts where type = 'receivable'`,
    broken: `select key || ' has ' || balance as broken
      from ledger_accounts where type = 'receivable' and balance > 0`,
  },
  {
    name: 'each lost dispute took its money back once, from its payer, to its processor',
    checked: `select count(*) as n from disputes where state = 'lost'`,
    broken: `with taken as (
        select moved.natural_key, moved.reference, entry.currency,
          sum(entry.amount) filter (where account.type = 'processor') as amount,
          -sum(entry.amount) filter (where account.type in ('wallet', 'receivable')) as from_payer,
          min(account.user_id) as user_id, count(distinct account.user_id) as payers
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id
        where moved.natural_key like 'dispute-lost:%' group by moved.id, 1, 2, 3
      ), lost as (
        select 'dispute-lost:' || dispute.gateway || ':' || dispute.gateway_id as natural_key,
          payment.reference, payment.currency, payment.user_id, dispute.taken
        from disputes dispute join payments payment on payment.id = dispute.payment_id
        where dispute.taken > 0
      )
      select natural_key || ' took ' || coalesce(taken.amount, 0) || ' of user '
        || coalesce(taken.user_id::text, 'none') || ' of ' || coalesce(lost.taken, 0) as broken
      from lost full join taken using (natural_key, reference, currency)
      where taken.amount is distinct from lost.taken or taken.from_payer is distinct from lost.taken
      or taken.user_id is distinct from lost.user_id or taken.payers <> 1`,
  },
  {
    name: 'no payment was taken back or returned beyond what was charged for it',
    checked: `select count(*) as n from disputes`,
    broken: `select 'payment ' || payment.reference || ' has ' || sum(entry.amount) || ' too much taken back' as broken
      from payments payment
      join journal_transactions moved on moved.reference = payment.reference
      join journal_entries entry on entry.transaction_id = moved.id
      join ledger_accounts account on account.id = entry.account_id and account.type = 'processor'
      where exists (select from disputes where payment_id = payment.id)
      group by payment.id having sum(entry.amount) > 0`,
  },
  {
    name: 'each second charge of a payment went to its payer, in full',
    checked: `select count(*) as n from journal_transactions where natural_key like 'settle-again:%'`,
    broken: `select moved.natural_key || ' gave user ' || coalesce(account.user_id::text, 'none') || ' '
        || coalesce(entry.amount, 0) || ' of ' || coalesce(payment.amount::text, 'nothing') as broken
      from journal_transactions moved
      left join journal_entries entry on entry.transaction_id = moved.id and entry.amount > 0
      left join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
      left join payments payment on payment.reference = moved.reference and payment.status = 'settled'
      where moved.natural_key like 'settle-again:%' and (
        moved.natural_key is distinct from
          'settle-again:' || payment.reference || ':' || split_part(moved.natural_key, ':', 3)
        or split_part(moved.natural_key, ':', 3) = payment.processor_reference
        or account.user_id is distinct from payment.user_id or entry.amount is distinct from payment.amount
        or entry.currency is distinct from payment.currency)`,
  },
  {
    name: 'what is owed is what was lost less what was paid back and written off',
    checked: `select count(*) as n from ledger_accounts where type = 'receivable' and balance <> 0`,
    broken: `${DEBTS}
      select natural_key || ' moved ' || amount || ' of what user ' || user_id || ' owes' as broken from debt
      where case when amount < 0 then natural_key not like 'dispute-lost:%'
        else natural_key not like 'repay:%' and natural_key not like 'write-off:%' end`,
  },
  {
    name: 'each debt was paid back out of the credit that it names, of a prize half at most',
    checked: `select count(*) as n from journal_transactions where natural_key like 'repay:%'`,
    broken: `${DEBTS}, repaid as (
        select debt.natural_key, debt.user_id, debt.currency, debt.amount, -sum(entry.amount) as from_wallet
        from debt
        left join ledger_accounts wallet
          on wallet.type = 'wallet' and wallet.user_id = debt.user_id and wallet.currency = debt.currency
        left join journal_entries entry
          on entry.transaction_id = debt.transaction_id and entry.account_id = wallet.id
        where debt.natural_key like 'repay:%' group by 1, 2, 3, 4
      ), credited as (
        select repaid.natural_key, account.user_id, account.currency,
          sum(entry.amount)
            / case when moved.kind in ('voucher_win', 'voucher_commission_share') then 2 else 1 end as most
        from repaid
        join journal_transactions moved on moved.natural_key = substr(repaid.natural_key, length('repay:') + 1)
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
          and account.user_id = repaid.user_id and account.currency = repaid.currency
        group by moved.id, 1, 2, 3
      )
      select natural_key || ' took ' || repaid.amount || ' of user ' || user_id || ', who paid '
        || coalesce(repaid.from_wallet, 0) || ' and had got ' || coalesce(credited.most, 0) as broken
      from repaid left join credited using (natural_key, user_id, currency)
      where repaid.from_wallet is distinct from repaid.amount or repaid.amount > coalesce(credited.most, 0)`,
  },
  {
    name: 'each debt that was given up is a loss, by an administrator who said why',
    checked: `select count(*) as n from journal_transactions where natural_key like 'write-off:%'`,
    broken: `select moved.natural_key || ' gave up ' || coalesce(debt.amount, 0) || ' of what user '
        || coalesce(debtor.user_id::text, 'none') || ' owed' as broken
      from journal_transactions moved
      left join journal_entries debt on debt.transaction_id = moved.id and debt.amount > 0
      left join ledger_accounts debtor on debtor.id = debt.account_id and debtor.type = 'receivable'
      left join journal_entries lost on lost.transaction_id = moved.id and lost.amount < 0
      left join ledger_accounts losses on losses.id = lost.account_id and losses.type = 'losses'
      where moved.natural_key like 'write-off:%' and (losses.id is null or lost.amount is distinct from -debt.amount
        or not exists (
          select from admin_actions where action = 'write-off' and subject = 'user:' || debtor.user_id and why <> ''
        ))`,
  },
  {
    name: 'disputed money is held while the dispute is open, and no more than is disputed',
    checked: `select count(*) as n from holds where movement like 'dispute:%'`,
    broken: `select 'hold ' || hold.id || ' of ' || hold.amount || ' by ' || hold.movement || ' ('
        || coalesce(dispute.state, 'none') || ')' as broken
      from holds hold left join disputes dispute on hold.movement = 'dispute:' || dispute.id
      where hold.movement like 'dispute:%' and (dispute.id is null
        or hold.ended_at is null and hold.amount > hold.moved
          and (dispute.state <> 'opened' or hold.amount > dispute.amount))`,
  },
];
