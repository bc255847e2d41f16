import type { Invariant } from './invariant.ts';

/** Deleted users are on no leaderboard. */
const isThere = (userId: string): string =>
  `not exists (select from users where id = ${userId} and deleted_at is not null)`;

/** Old weekly and monthly boards are deleted in batches, so only the all-time board is checked. */
export const REWARDS: readonly Invariant[] = [
  {
    name: 'the leaderboard counts what was earned, once everywhere and once where its owner lived',
    checked: `select count(*) as n from coin_totals where board = 'all'`,
    broken: `with earned as (
        select user_id, sum(delta) as points, count(*) filter (where reason = 'share') as shares,
          count(*) filter (where reason = 'referral_signup') as joins
        from points_entries where reason in ('share', 'referral_signup') group by 1
      ), counted as (
        select user_id, region = '' as everywhere, sum(points) as points, sum(shares) as shares, sum(joins) as joins
        from coin_totals where board = 'all' group by 1, 2
      ), sides as (select true as everywhere union all select false)
      select 'user ' || coalesce(earned.user_id, counted.user_id) || ' earned ' || coalesce(earned.points, 0)
        || ', the leaderboard has ' || coalesce(counted.points, 0) as broken
      from (select * from earned cross join sides) earned full join counted
        on counted.user_id = earned.user_id and counted.everywhere = earned.everywhere
      where (coalesce(earned.points, 0), coalesce(earned.shares, 0), coalesce(earned.joins, 0))
        <> (coalesce(counted.points, 0), coalesce(counted.shares, 0), coalesce(counted.joins, 0))
        and ${isThere('coalesce(earned.user_id, counted.user_id)')}`,
  },
  {
    name: 'the leaderboard counts each giveaway won, once for each of its winners',
    checked: `select count(*) as n from journal_transactions where kind = 'voucher_win'`,
    broken: `with won as (
        select account.user_id, count(*) as wins
        from journal_transactions moved
        join journal_entries entry on entry.transaction_id = moved.id and entry.amount > 0
        join ledger_accounts account on account.id = entry.account_id and account.type = 'wallet'
        where moved.kind = 'voucher_win' group by 1
      ), counted as (
        select user_id, wins from coin_totals where board = 'all' and region = '' and wins > 0
      )
      select 'user ' || coalesce(won.user_id, counted.user_id) || ' won ' || coalesce(won.wins, 0)
        || ' times, the leaderboard has ' || coalesce(counted.wins, 0) as broken
      from won full join counted on counted.user_id = won.user_id
      where coalesce(won.wins, 0) <> coalesce(counted.wins, 0)
        and ${isThere('coalesce(won.user_id, counted.user_id)')}`,
  },
  {
    name: 'ranks are counted from as many people as there are',
    checked: `select count(*) as n from coin_standings where board = 'all'`,
    broken: `with people as (
        select region, points, count(*) as n from coin_totals where board = 'all' and points > 0 group by 1, 2
      ), counted as (
        select region, points, sum(people) as n from (
          select * from coin_standings
          union all select board, region, points, people from coin_standing_changes
        ) standing where board = 'all' group by 1, 2
      )
      select coalesce(people.n, 0) || ' people have ' || coalesce(people.points, counted.points) || ' coins in region '''
        || coalesce(people.region, counted.region) || ''', counted are ' || coalesce(counted.n, 0) as broken
      from people full join counted on counted.region = people.region and counted.points = people.points
      where coalesce(people.n, 0) <> coalesce(counted.n, 0)`,
  },
];
