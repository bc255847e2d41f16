import { sql } from 'drizzle-orm';

import type { Database } from '../../../server/db/database.ts';
import { queryRows } from '../../../server/db/query-rows.ts';

/** The name of the one creator who has only ten giveaways. */
export const RARE_NAME = 'quixotic';

const CREATORS_SHARE = 10;

/**
 * Fills an empty database with open giveaways of many kinds, some of them rare, and the wallets of one person.
 * @param giveaways how many are open
 * @param movements how many movements of money the person has, and a tenth as many payments that failed
 * @returns the person's number
 */
export async function fillLists(
  database: Database,
  giveaways: number,
  movements: number,
): Promise<number> {
  const creators = Math.ceil(giveaways / CREATORS_SHARE);
  await database.unhurried(async (db) => {
    const run = (text: string): Promise<unknown> => db.execute(sql.raw(text));
    await run(`insert into users (username, email, password_hash, region, referral_code, created_at)
      select case n when 1 then '${RARE_NAME}' else 'person_' || n end, n || '@goodies.test', 'x', 'nigeria', 'R' || n, now()
      from generate_series(1, ${creators}) n`);
    // Made anew afterwards, which is several times faster than to fill them row by row.
    const indexes = await queryRows<{ name: string; definition: string }>(db)`
      select indexname::text as name, indexdef as definition from pg_indexes
      where tablename = 'vouchers' and indexdef not like 'CREATE UNIQUE%'`;
    for (const { name } of indexes) await run(`drop index ${name}`);
    await run(`insert into vouchers (ulid, purpose, type, status, creator_id, region, currency,
        amount, fee, code_encrypted, code_hash, masked_code, masked_digits, reveal_method,
        first_reveal_views, second_reveal_views, remaining_time, views, created_at, expires_at)
      select 'v' || n, 'giveaway',
        case when n % 997 = 0 then 'digital' when n % 7 = 0 then 'mobile' else 'goodies' end, 'active',
        case when n <= 10 then 1 else 2 + n % (${creators} - 1) end, 'nigeria', currency, amount, 0, '', 'h' || n, '****', 4, method,
        case method when 'views' then 500 end, case method when 'views' then 1000 end,
        case method when 'time' then now() + n % 5000 * interval '1 minute' end, (n * 7919::bigint) % 1000,
        '2026-05-01'::timestamptz - (n * 104729::bigint) % ${giveaways} * interval '1 second',
        case when n % 3 > 0 then now() + (n * 7907::bigint) % ${giveaways} * interval '1 minute' end
      from generate_series(1, ${giveaways}) n
      cross join lateral (select case when n % 991 = 0 then 'USD' when n % 11 = 0 then 'GHS' when n % 13 = 0 then 'KES' else 'NGN' end as currency,
        case when n % 17 = 0 then 'lottery' when n % 5 = 0 then 'time' else 'views' end as method) kind
      cross join lateral (select case currency when 'USD' then 1520 when 'GHS' then 106.4 when 'KES' then 11.856 else 1 end as rate) at
      cross join lateral (select (10000 + (n * 15485863::bigint) % 10000000 / rate)::bigint as amount) prize`);
    for (const { definition } of indexes) await run(definition);
    await fillWallets(run, movements);
    await run('vacuum analyze');
  });
  return 1;
}

async function fillWallets(
  run: (text: string) => Promise<unknown>,
  movements: number,
): Promise<void> {
  await run(`insert into ledger_accounts (key, type, currency, user_id, balance)
    values ('wallet:1:NGN', 'wallet', 'NGN', 1, 0), ('wallet:1:GHS', 'wallet', 'GHS', 1, 0),
      ('processor:paystack:NGN', 'processor', 'NGN', null, 0), ('processor:paystack:GHS', 'processor', 'GHS', null, 0)`);
  await run(`insert into journal_transactions (natural_key, kind, reference, description, created_at)
    select 'move:' || n, case when n % 4999 = 0 then 'voucher_commission_share' when n % 10 = 0 then 'withdrawal'
      when n % 3 = 0 then 'voucher_win' else 'wallet_topup' end, 'ref-' || n, 'A movement',
      '2026-05-01'::timestamptz - n * interval '5 minutes' from generate_series(1, ${movements}) n`);
  await run(`insert into journal_entries (transaction_id, account_id, currency, amount)
    select moved.id, account.id, account.currency, case account.type when 'wallet' then 1 else -1 end * case moved.kind when 'withdrawal' then -100 else 100 end
    from journal_transactions moved
    join ledger_accounts account on account.currency = case when moved.id % 9 = 0 then 'GHS' else 'NGN' end`);
  await run(`insert into payouts (reference, user_id, amount, currency, rail, type, code, bank_name, account_number, account_name, status, created_at, updated_at)
    select reference, 1, 100, 'NGN', 'sandbox', 'bank', '1', 'A bank', '0123456789', 'Ada', case when id % 2000 = 0 then 'failed' else 'completed' end, created_at, created_at
    from journal_transactions where kind = 'withdrawal'`);
  await run(`insert into payments (reference, user_id, purpose, amount, currency, processor, status, created_at, updated_at)
    select 'pay-' || n, 1, 'topup', 100, 'NGN', 'card', case when n % 500 = 0 then 'pending' else 'failed' end, created_at, created_at
    from generate_series(1, ${Math.ceil(movements / 10)}) n
    cross join lateral (select '2026-05-01'::timestamptz - n * interval '1 hour' as created_at) moment`);
}
