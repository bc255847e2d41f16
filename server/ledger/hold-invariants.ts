import type { Invariant } from './invariant.ts';

/** The last movement is the reference time, because holds end later without any check. */
const RUNNING = `ended_at is null and held_until > (select max(created_at) from journal_transactions)`;

/** A dispute holds any money of its payer. */
const BROUGHT = `movement not like 'dispute:%'`;

export const HOLDS: readonly Invariant[] = [
  {
    name: 'what is held is there',
    checked: `select count(*) as n from holds where ${RUNNING}`,
    broken: `select account.key || ' has ' || account.balance || ', of which ' || sum(hold.amount - hold.moved) || ' are held' as broken
      from holds hold join ledger_accounts account on account.id = hold.account_id
      where ${RUNNING}
      group by account.id having account.balance < sum(hold.amount - hold.moved)`,
  },
  {
    name: 'each hold is on money that its movement brought',
    checked: `select count(*) as n from holds where ${BROUGHT}`,
    broken: `with brought as (
        select entry.account_id, moved.natural_key as movement, sum(entry.amount) as amount
        from journal_transactions moved join journal_entries entry on entry.transaction_id = moved.id
        where entry.amount > 0 group by 1, 2
      )
      select 'holds of ' || sum(hold.amount) || ' on account ' || hold.account_id || ' by ' || hold.movement
        || ', which brought ' || coalesce(min(brought.amount), 0) as broken
      from holds hold left join brought using (account_id, movement)
      where ${BROUGHT}
      group by hold.account_id, hold.movement having sum(hold.amount) > coalesce(min(brought.amount), 0)`,
  },
  {
    name: 'what was played with out of a hold is held once at most',
    checked: 'select count(*) as n from holds where origin_id is null',
    broken: `select 'hold ' || coalesce(origin_id, id) || ' moved ' || sum(moved) || ', held again ' || sum(amount) filter (where origin_id is not null) as broken
      from holds group by coalesce(origin_id, id)
      having coalesce(sum(amount) filter (where origin_id is not null), 0) > sum(moved)`,
  },
  {
    name: 'each prize that was taken back went once, by an administrator who said why',
    checked: `select count(*) as n from holds where outcome = 'reversed'`,
    broken: `with returned as (
        select moved.natural_key, sum(entry.amount) filter (where entry.amount > 0) as amount
        from journal_transactions moved join journal_entries entry on entry.transaction_id = moved.id
        where moved.natural_key like 'reverse:%' group by 1
      ), reversed as (
        select 'reverse:' || hold.id as natural_key, hold.amount - hold.moved as amount,
          exists (
            select from admin_actions where action = 'reverse' and subject = 'hold:' || hold.id and why <> ''
          ) as is_explained
        from holds hold where hold.outcome = 'reversed'
      )
      select natural_key || ' moved ' || coalesce(returned.amount, 0) || ' of ' || coalesce(reversed.amount, 0) as broken
      from reversed full join returned using (natural_key)
      where returned.amount is distinct from reversed.amount or reversed.is_explained is not true`,
  },
];
