import { PURCHASES, UNCLAIMED, WITHDRAWALS } from './disbursement-invariants.ts';
import { DISPUTES } from './dispute-invariants.ts';
import { EXCHANGES } from './exchange-invariants.ts';
import { HOLDS } from './hold-invariants.ts';
import { ACCOUNT_KEY } from './house-rows.ts';
import type { Invariant } from './invariant.ts';
import { PAYMENT_VOUCHERS } from './payment-voucher-invariants.ts';
import { PAYMENTS } from './payment-invariants.ts';
import { REWARDS } from './reward-invariants.ts';

/** Up to where the journal was proved before, and how much that was; ids and counts. */
export interface ProvedJournal {
  readonly lastEntry: number;
  readonly lastMovement: number;
  readonly entries: number;
  readonly movements: number;
}

const FROM_THE_FIRST_DAY: ProvedJournal = {
  lastEntry: 0,
  lastMovement: 0,
  entries: 0,
  movements: 0,
};

/** What the journal itself must be. After what was proved before, an account begins with its opening balance. */
export const journalInvariants = (
  { lastEntry, lastMovement, entries, movements }: ProvedJournal,
  openings = 'book_openings',
): readonly Invariant[] => [
  {
    name: 'entries sum to zero in each currency',
    checked: `select ${entries} + count(*) as n from journal_entries where id > ${lastEntry}`,
    broken: `with each_one as (
        select currency, amount from journal_entries where id > ${lastEntry}
        union all
        select account.currency, opening.balance
        from ${openings} opening join ledger_accounts account on account.id = opening.account_id
      )
      select currency || ' sums to ' || sum(amount) as broken
      from each_one group by currency having sum(amount) <> 0`,
  },
  {
    name: 'each movement has entries, which sum to zero in each currency',
    checked: `select ${movements} + count(*) as n from journal_transactions where id > ${lastMovement}`,
    broken: `select moved.natural_key || ' sums to ' || sum(entry.amount) || ' ' || entry.currency as broken
      from journal_transactions moved join journal_entries entry on entry.transaction_id = moved.id
      where moved.id > ${lastMovement}
      group by moved.id, entry.currency having sum(entry.amount) <> 0
      union all
      select natural_key || ' has no entries' from journal_transactions moved
      where moved.id > ${lastMovement}
      and not exists (select from journal_entries where transaction_id = moved.id)`,
  },
  {
    name: 'each entry is in the currency of its account',
    checked: `select ${entries} + count(*) as n from journal_entries where id > ${lastEntry}`,
    broken: `select 'entry ' || entry.id || ' in ' || entry.currency || ' on ' || account.key as broken
      from journal_entries entry join ledger_accounts account on account.id = entry.account_id
      where entry.id > ${lastEntry} and entry.currency <> account.currency`,
  },
  {
    name: 'each balance is the sum of its entries',
    checked: 'select count(*) as n from ledger_accounts',
    broken: `with moved as (
        select account_id, sum(amount) as amount from journal_entries where id > ${lastEntry} group by 1
      ), summed as (
        select account.key, account.balance, coalesce(opening.balance, 0) + coalesce(moved.amount, 0) as entries
        from ledger_accounts account
        left join ${openings} opening on opening.account_id = account.id
        left join moved on moved.account_id = account.id
      )
      select key || ' has ' || balance || ', its entries sum to ' || entries as broken
      from summed where balance <> entries`,
  },
  {
    name: 'no wallet, escrow or pool is below zero',
    checked: `select count(*) as n from ledger_accounts where type in ('wallet', 'escrow', 'pool')`,
    broken: `select key || ' has ' || balance as broken
      from ledger_accounts where type in ('wallet', 'escrow', 'pool') and balance < 0`,
  },
];

/** From the first day no account begins with anything. */
const NO_OPENINGS = '(select 0::bigint as account_id, 0::bigint as balance where false)';

const VOUCHER_MONEY = `
  with moved as (
    select account.voucher_id, entry.transaction_id,
      sum(entry.amount) filter (where account.type = 'escrow') as escrow,
      sum(entry.amount) filter (where account.type = 'pool') as pool
    from ledger_accounts account join journal_entries entry on entry.account_id = account.id
    where account.type in ('escrow', 'pool') group by 1, 2
  ), paid_out as (
    select moved.voucher_id, sum(entry.amount) as amount
    from moved
    join journal_entries entry on entry.transaction_id = moved.transaction_id
    join ledger_accounts account on account.id = entry.account_id and account.type in ('wallet', 'fees')
    where coalesce(moved.escrow, 0) + coalesce(moved.pool, 0) < 0 group by 1
  ), paid_in as (
    select voucher_id,
      coalesce(sum(escrow) filter (where escrow > 0), 0) as escrow,
      coalesce(sum(pool) filter (where pool > 0), 0) as pool
    from moved group by 1
  ), held as (
    select voucher_id,
      coalesce(sum(balance) filter (where type = 'escrow'), 0) as escrow,
      coalesce(sum(balance) filter (where type = 'pool'), 0) as pool
    from ledger_accounts where type in ('escrow', 'pool') group by 1
  ), money as (
    select voucher.ulid, voucher.purpose, voucher.status, voucher.amount, voucher.fee,
      coalesce(paid_in.escrow, 0) as escrow_in, coalesce(paid_in.pool, 0) as pool_in,
      coalesce(held.escrow, 0) as escrow, coalesce(held.pool, 0) as pool,
      coalesce(paid_out.amount, 0) as paid_out
    from vouchers voucher
    left join paid_in on paid_in.voucher_id = voucher.id
    left join held on held.voucher_id = voucher.id
    left join paid_out on paid_out.voucher_id = voucher.id
  )`;

const VOUCHERS: readonly Invariant[] = [
  {
    name: 'each giveaway was paid in once, in full',
    checked: `select count(*) as n from vouchers where purpose = 'giveaway' and status <> 'pending'`,
    broken: `${VOUCHER_MONEY}
      select 'voucher ' || ulid || ' (' || status || ') got ' || escrow_in || ' + ' || pool_in || ' of ' || amount || ' + ' || fee as broken
      from money where purpose = 'giveaway'
      and not (escrow_in = amount and pool_in = fee and status <> 'pending')
      and not (escrow_in = 0 and pool_in = 0 and status in ('pending', 'cancelled', 'expired'))`,
  },
  {
    name: 'a voucher holds its money while it is active, and nothing before or after',
    checked: 'select count(*) as n from vouchers',
    broken: `${VOUCHER_MONEY}
      select 'voucher ' || ulid || ' (' || status || ') holds ' || escrow || ' + ' || pool as broken from money
      where escrow <> case when status = 'active' then amount else 0 end
      or pool <> case when status = 'active' and purpose = 'giveaway' then fee else 0 end`,
  },
  {
    name: 'prize, shares, platform and refunds are what was paid in',
    checked: `select count(*) as n from vouchers where purpose = 'giveaway' and status not in ('pending', 'active')`,
    broken: `${VOUCHER_MONEY}
      select 'voucher ' || ulid || ' took in ' || (escrow_in + pool_in) || ' and paid out ' || paid_out as broken
      from money where purpose = 'giveaway' and status not in ('pending', 'active') and paid_out <> escrow_in + pool_in`,
  },
  {
    name: 'each voucher pays its prize at most once',
    checked: `select count(*) as n from vouchers where purpose = 'giveaway' and status = 'completed'`,
    broken: `with wins as (
        select account.voucher_id, count(distinct moved.id) as n, -sum(entry.amount) as paid
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id and account.type = 'escrow'
        where moved.kind = 'voucher_win' group by 1
      )
      select 'voucher ' || voucher.ulid || ' (' || voucher.status || ') paid ' || coalesce(wins.n, 0) || ' times, '
        || coalesce(wins.paid, 0) || ' of ' || voucher.amount as broken
      from vouchers voucher left join wins on wins.voucher_id = voucher.id
      where voucher.purpose = 'giveaway' and case
        when voucher.status <> 'completed' then coalesce(wins.n, 0) <> 0
        when voucher.winner_id is null and voucher.reveal_method <> 'lottery' then coalesce(wins.n, 0) <> 0
        when voucher.winner_id is null then wins.n > 1 or wins.paid > voucher.amount
        else coalesce(wins.n, 0) <> 1 or wins.paid <> voucher.amount end`,
  },
];

/** A lottery or a giveaway that its deadline ended needs no winner. */
const TO_BE_WON = `purpose = 'giveaway' and status = 'completed' and reveal_method <> 'lottery'
  and (winner_id is not null or coalesce(completed_at < expires_at, true))`;

const GUESSES: readonly Invariant[] = [
  {
    name: 'the winner of a giveaway guessed right, and was paid',
    checked: `select count(*) as n from vouchers where ${TO_BE_WON}`,
    broken: `select 'voucher ' || voucher.ulid || ': winner ' || coalesce(voucher.winner_id::text, 'none')
        || ', guess ' || coalesce(voucher.winning_guess_number::text, 'none') as broken
      from vouchers voucher
      where ${TO_BE_WON} and not (
        exists (
          select from guesses guess where guess.voucher_id = voucher.id and guess.number = voucher.winning_guess_number
          and guess.user_id = voucher.winner_id and guess.is_correct
        ) and exists (
          select from journal_transactions moved
          join journal_entries entry on entry.transaction_id = moved.id
          join ledger_accounts account on account.id = entry.account_id
          where moved.voucher_id = voucher.id and moved.kind = 'voucher_win'
          and account.type = 'wallet' and account.user_id = voucher.winner_id and entry.amount = voucher.amount
        )
      )`,
  },
  {
    name: 'a right guess ends its giveaway',
    checked: 'select count(*) as n from guesses where is_correct',
    broken: `select 'guess ' || guess.number || ' on voucher ' || voucher.ulid || ' (' || voucher.status || ') was right' as broken
      from guesses guess join vouchers voucher on voucher.id = guess.voucher_id
      where guess.is_correct and voucher.reveal_method <> 'lottery'
      and (voucher.status <> 'completed' or voucher.winning_guess_number is distinct from guess.number)`,
  },
  {
    name: 'each guess and each wait is of a giveaway and of a user',
    checked: 'select count(*) as n from guesses',
    broken: `with each_one as (
        select 'guess ' || number as what, voucher_id, user_id from guesses
        union all select 'wait', voucher_id, user_id from guess_waits
      )
      select what || ' of user ' || user_id || ' on voucher ' || voucher_id as broken from each_one
      where not exists (select from vouchers where id = voucher_id and purpose = 'giveaway')
      or not exists (select from users where id = user_id)`,
  },
  {
    name: 'a giveaway counts no guess that it does not have, and all of them once it has ended',
    checked: 'select count(*) as n from guesses',
    broken: `select 'voucher ' || voucher.ulid || ' counts ' || voucher.guess_count || ' guesses, has ' || count(guess.id)
        as broken
      from vouchers voucher left join guesses guess on guess.voucher_id = voucher.id
      group by voucher.id
      having voucher.guess_count > count(guess.id)
      or (voucher.status = 'completed' and voucher.guess_count <> count(guess.id))`,
  },
];

const UNWON = `purpose = 'giveaway' and status = 'completed' and reveal_method <> 'lottery' and winner_id is null`;

const DEADLINES: readonly Invariant[] = [
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

const OTHERS: readonly Invariant[] = [
  {
    name: 'each settled payment was credited once, in full, and no other was',
    checked: 'select count(*) as n from payments',
    broken: `with credited as (
        select moved.natural_key, count(*) as n, -sum(entry.amount) as amount, min(entry.currency) as currency
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id
        join ledger_accounts account on account.id = entry.account_id and account.type = 'processor'
        where moved.natural_key like 'settle:%' group by 1
      )
      select coalesce('payment ' || payment.reference || ' (' || payment.status || ')', 'no payment') || ': '
        || coalesce(credited.natural_key || ' moved ' || credited.amount || ' ' || credited.currency, 'nothing moved') as broken
      from payments payment full join credited on credited.natural_key = 'settle:' || payment.reference
      where case when payment.status = 'settled'
        then credited.n is distinct from 1 or credited.amount <> payment.amount or credited.currency <> payment.currency
        else credited.natural_key is not null end`,
  },
  {
    name: 'points are the sum of their entries',
    checked: 'select count(*) as n from users',
    broken: `select 'user ' || person.id || ' has ' || person.points || ' points, the entries sum to ' || coalesce(sum(entry.delta), 0) as broken
      from users person left join points_entries entry on entry.user_id = person.id
      group by person.id having person.points <> coalesce(sum(entry.delta), 0)`,
  },
];

const SETTLEMENTS: readonly Invariant[] = [
  {
    name: 'each settlement moved its gross, once, to the bank and to the fees, and nothing else did',
    checked: 'select count(*) as n from settlements',
    broken: `with moved as (
        select moved.natural_key, ${ACCOUNT_KEY} as key, count(*) as n, sum(entry.amount) as amount
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
        select ${ACCOUNT_KEY} as key, sum(balance) as balance
        from ledger_accounts account where type in ('bank', 'fees_paid') group by 1
      )
      select key || ' has ' || coalesce(balance, 0) || ' of ' || coalesce(amount, 0) as broken
      from brought full join held using (key) where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
];

export const INVARIANTS: readonly Invariant[] = [
  ...journalInvariants(FROM_THE_FIRST_DAY, NO_OPENINGS),
  ...VOUCHERS,
  ...PAYMENT_VOUCHERS,
  ...GUESSES,
  ...DEADLINES,
  ...WITHDRAWALS,
  ...EXCHANGES,
  ...HOLDS,
  ...PURCHASES,
  ...UNCLAIMED,
  ...PAYMENTS,
  ...SETTLEMENTS,
  ...DISPUTES,
  ...REWARDS,
  ...OTHERS,
];
