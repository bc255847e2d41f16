import type { Invariant } from './invariant.ts';

const PAYMENT_VOUCHER_MONEY = `
  with moved as (
    select voucher.id as voucher_id, journal.id as transaction_id, journal.natural_key, sum(entry.amount) as amount,
      journal.natural_key in ('redeem:' || voucher.ulid, 'refund:' || voucher.ulid) as is_end
    from vouchers voucher
    join ledger_accounts account on account.voucher_id = voucher.id and account.type = 'escrow'
    join journal_entries entry on entry.account_id = account.id
    join journal_transactions journal on journal.id = entry.transaction_id
    where voucher.purpose = 'payment' group by voucher.id, journal.id
  ), taken as (
    select voucher_id, sum(amount) as amount from moved where not is_end group by 1
  ), ended as (
    select voucher_id, count(*) as n, min(natural_key) as natural_key, -sum(amount) as amount
    from moved where is_end group by 1
  ), received as (
    select moved.voucher_id, wallet.user_id, sum(entry.amount) as amount
    from moved
    join journal_entries entry on entry.transaction_id = moved.transaction_id
    join ledger_accounts wallet on wallet.id = entry.account_id and wallet.type = 'wallet'
    where moved.is_end group by 1, 2
  ), money as (
    select voucher.ulid, voucher.status, voucher.amount, voucher.winner_id,
      coalesce(taken.amount, 0) as taken_in, coalesce(ended.n, 0) as ends,
      voucher.status = 'used' or voucher.status in ('cancelled', 'expired') and voucher.activated_at is not null as is_over,
      ended.natural_key = case voucher.status when 'used' then 'redeem:' else 'refund:' end || voucher.ulid
        and ended.amount = voucher.amount and received.amount = voucher.amount
        and received.user_id = case voucher.status when 'used' then voucher.winner_id else voucher.creator_id end as is_right
    from vouchers voucher
    left join taken on taken.voucher_id = voucher.id
    left join ended on ended.voucher_id = voucher.id
    left join received on received.voucher_id = voucher.id
    where voucher.purpose = 'payment'
  )`;

export const PAYMENT_VOUCHERS: readonly Invariant[] = [
  {
    name: 'each payment voucher took in its amount, by a payment or a split',
    checked: `select count(*) as n from vouchers where purpose = 'payment'`,
    broken: `${PAYMENT_VOUCHER_MONEY}
      select 'voucher ' || ulid || ' (' || status || ') took in ' || taken_in || ' of ' || amount as broken from money
      where taken_in <> case when status = 'active' or is_over then amount else 0 end`,
  },
  {
    name: 'each payment voucher ends once, with who redeemed it or back with its creator',
    checked: `select count(*) as n from vouchers where purpose = 'payment' and status not in ('pending', 'active')`,
    broken: `${PAYMENT_VOUCHER_MONEY}
      select 'voucher ' || ulid || ' (' || status || ') ended ' || ends || ' times, with ' || coalesce(winner_id::text, 'none') as broken
      from money where case when is_over then ends <> 1 or is_right is not true else ends <> 0 end
      or (winner_id is not null) <> (status = 'used')`,
  },
];
