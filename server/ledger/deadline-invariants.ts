import type { Invariant } from './invariant.ts';

const UNWON = `purpose = 'giveaway' and status = 'completed' and reveal_method <> 'lottery' and winner_id is null`;

export const DEADLINES: readonly Invariant[] = [
  {
    name: 'a giveaway without a winner ended at its deadline, and its prize went back to its creator',
    checked: `select count(*) as n from vouchers where ${UNWON}`,
    broken: `with unwon as (select * from vouchers where ${UNWON}), returned as (
        select unwon.id, sum(entry.amount) as amount
        from unwon
        join journal_transactions moved on moved.natural_key = 'refund:' || unwon.ulid and moved.voucher_id = unwon.id
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id
          and account.type = 'wallet' and account.user_id = unwon.creator_id
        group by unwon.id
      )
      select 'voucher ' || unwon.ulid || ' returned ' || coalesce(returned.amount, 0) || ' of ' || unwon.amount
        || ', its deadline ' || coalesce(unwon.expires_at::text, 'none') as broken
      from unwon left join returned on returned.id = unwon.id
      where returned.amount is distinct from unwon.amount or coalesce(unwon.completed_at < unwon.expires_at, true)`,
  },
  {
    name: 'no guess came after the deadline of its giveaway',
    checked: `select count(*) as n from guesses guess
      join vouchers voucher on voucher.id = guess.voucher_id where voucher.expires_at is not null`,
    broken: `select 'guess ' || guess.number || ' on voucher ' || voucher.ulid || ' came at ' || guess.created_at as broken
      from guesses guess join vouchers voucher on voucher.id = guess.voucher_id
      where guess.created_at >= voucher.expires_at`,
  },
];
