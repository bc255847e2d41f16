import type pg from 'pg';

import { majorToMinor } from '../../contract/money.ts';

export const USERS = 8_003;
const VOUCHERS = 1_000;
/** The first user has this many transactions of their own. */
export const OWN_TRANSACTIONS = 10;
/** With one guess a voucher the query planner would choose the index of users for vouchers. */
const GUESSES = 3;
const WALLET_MINOR = 100_000_000_000;
const AMOUNTS = 1_000;
const CURRENCIES = ['NGN', 'GHS', 'KES'] as const;

const DIGITS = 12;
export const tokenOf = (n: number): string => `bench-token-${String(n).padStart(DIGITS, '0')}`;

type Statement = readonly [text: string, values?: readonly unknown[]];

/** Verified users who are 30 days old pass the abuse checks. */
const people = (passwordHash: string): Statement[] => [
  [
    `insert into users (username, email, email_verified_at, password_hash, region, referral_code, terms_accepted_at, created_at)
    select 'bench_' || n, 'bench_' || n || '@goodies.test', now() - interval '30 days', $1,
      (array['nigeria', 'ghana', 'kenya'])[n % 3 + 1], 'B' || lpad(n::text, 9, '0'), now(), now() - interval '30 days'
    from generate_series(1, ${USERS}) n`,
    [passwordHash],
  ],
  [
    `insert into sessions (user_id, token_hash, remember, user_agent, created_at, expires_at)
    select n, encode(sha256(convert_to('bench-token-' || lpad(n::text, ${DIGITS}, '0'), 'UTF8')), 'hex'), true, 'bench',
      now(), now() + interval '30 days'
    from generate_series(1, ${USERS}) n`,
  ],
];

function giveaways(): Statement[] {
  const prizes = Array.from({ length: AMOUNTS * CURRENCIES.length }, (_, at) => {
    const currency = CURRENCIES[at % CURRENCIES.length] ?? 'NGN';
    const amount = majorToMinor(500 + Math.floor(at / CURRENCIES.length) * 10) ?? 0n;
    return { currency, amount: `${amount}` };
  });
  return [
    [
      `insert into vouchers (ulid, purpose, type, status, creator_id, region, currency, amount, fee,
        code_encrypted, code_hash, masked_code, masked_digits, reveal_method, first_reveal_views, second_reveal_views,
        remaining_time, final_reveal_time, views, guess_count, created_at, activated_at, expires_at)
      select '01' || lpad(n::text, 24, '0'), 'giveaway', (array['goodies', 'mobile', 'digital'])[n % 3 + 1], 'active',
        100 + (n * 7919::bigint) % ${USERS - 100} + 1, 'nigeria',
        prize.currency, prize.amount, prize.amount / 10, '', 'bench-' || n, '12345678901**', 2, method,
        null, case method when 'views' then 1000000 end,
        case method when 'time' then now() + interval '60 days' end,
        case method when 'lottery' then now() + interval '60 days' end,
        (n * 104729::bigint) % 100000, ${GUESSES}, now() - n % 86400 * interval '1 second', now(), now() + interval '90 days'
      from generate_series(1, ${VOUCHERS}) n
      cross join lateral (select (array['views', 'time', 'lottery'])[n / 3 % 3 + 1] as method) how
      join unnest($1::text[], $2::bigint[]) with ordinality prize (currency, amount, place)
        on prize.place = n % ${prizes.length} + 1`,
      [prizes.map((p) => p.currency), prizes.map((p) => p.amount)],
    ],
    [
      `insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at)
      select id, 100 + (id * 6967::bigint + n) % ${USERS - 100} + 1, n, 'bench-' || id, '', false, now()
      from vouchers cross join generate_series(1, ${GUESSES}) n`,
    ],
  ];
}

function money(): Statement[] {
  const processor = `(select id from ledger_accounts where key = 'processor:bench:NGN')`;
  const walletIds = `(select id, user_id from ledger_accounts where type = 'wallet')`;
  const move = (name: string, of: string): Statement => [
    `with given as (${of}),
    moved as (
      insert into journal_transactions (natural_key, kind, reference, description, voucher_id, created_at)
      select 'bench:${name}:' || n, case when n % 2 = 0 then 'voucher_win' else 'wallet_topup' end, '${name}-' || n,
        'Bench', case when n % 2 = 0 then n % ${VOUCHERS} + 1 end, now() - n % 86400 * interval '1 second' from given
      returning id, natural_key
    )
    insert into journal_entries (transaction_id, account_id, currency, amount)
    select moved.id, case side when 1 then wallet.id else ${processor} end, 'NGN', side * amount
    from moved join given on natural_key = 'bench:${name}:' || n
    join ${walletIds} wallet on wallet.user_id = given.user_id
    cross join (values (1), (-1)) sides (side)`,
  ];
  return [
    [
      `insert into ledger_accounts (key, type, currency, user_id)
      select 'wallet:' || n || ':NGN', 'wallet', 'NGN', n from generate_series(1, ${USERS}) n
      union all select 'processor:bench:NGN', 'processor', 'NGN', null`,
    ],
    move(
      'first',
      `select n, n as user_id, ${WALLET_MINOR}::bigint as amount from generate_series(2, ${USERS}) n`,
    ),
    move(
      'own',
      `select n, 1 as user_id, 100 as amount from generate_series(1, ${OWN_TRANSACTIONS}) n`,
    ),
    move(
      'rest',
      `select n, 2 + n % ${USERS - 1} as user_id, 100 as amount from generate_series(1, ${USERS}) n`,
    ),
    [
      `update ledger_accounts set balance = moved.amount
      from (select account_id, sum(amount) as amount from journal_entries group by 1) moved where moved.account_id = id`,
    ],
  ];
}

export async function fill(client: pg.Client, passwordHash: string): Promise<void> {
  for (const [text, values] of [...people(passwordHash), ...giveaways(), ...money()])
    await client.query(text, values ? [...values] : []);
  await client.query('vacuum analyze');
}
