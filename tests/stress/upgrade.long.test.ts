import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { openPostgres } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { queryRows } from '../../server/db/query-rows.ts';
import { postMovement, processorOf, walletOf } from '../../server/ledger/journal.ts';
import { createSecrets } from '../../server/config/secrets.ts';
import { createDatabase } from '../fixtures/postgres.ts';
import { migrationsBefore } from './migrations-before.ts';

it('keeps the ledger of a database whose accounts had their old name', async () => {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  const { db } = database;
  await migrate(database, migrationsBefore(8));
  await db.execute(sql`insert into accounts (key, type, currency, balance)
    values ('wallet:1:NGN', 'wallet', 'NGN', 500), ('processor:paystack:NGN', 'processor', 'NGN', -500)`);
  await db.execute(sql`with moved as (
      insert into journal_transactions (natural_key, kind, reference, description, created_at)
      values ('settle:old', 'wallet_topup', 'old', 'Before', now()) returning id
    ) insert into journal_entries (transaction_id, account_id, currency, amount)
    select moved.id, accounts.id, 'NGN', accounts.balance from moved, accounts`);

  await migrate(database);
  const take = (naturalKey: string, amount: bigint) =>
    db.transaction((tx) =>
      postMovement(
        tx,
        {
          naturalKey,
          kind: 'wallet_topup',
          reference: naturalKey,
          description: 'After',
          entries: [
            { account: walletOf(1, 'NGN'), amount: -amount },
            { account: processorOf('paystack', 'NGN'), amount },
          ],
        },
        new Date(),
      ),
    );
  expect((await take('settle:new', 200n)).get('wallet:1:NGN')).toBe(300n);
  await expect(take('settle:more', 301n)).rejects.toMatchObject({ code: 'insufficient_funds' });
  await expect(db.execute(sql`update journal_entries set amount = 1`)).rejects.toThrow();
  await db.execute(
    sql`insert into ledger_accounts (key, type, currency) values ('fees:NGN', 'fees', 'NGN')`,
  );
  await database.close();
});

it('gives what is open its worth on a database that is full', async () => {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  const { db } = database;
  await migrate(database, migrationsBefore(9));
  await db.execute(sql`insert into users (username, email, password_hash, region, referral_code, created_at)
    values ('ada', 'ada@goodies.test', 'x', 'nigeria', 'ADA1', now())`);
  await db.execute(sql`insert into vouchers (ulid, purpose, type, status, creator_id, region, currency,
      amount, fee, code_encrypted, code_hash, masked_code, masked_digits, reveal_method, created_at)
    select 'v' || n, 'giveaway', 'goodies', case when n % 10 = 0 then 'completed' else 'active' end,
      (select id from users), 'nigeria', (array['NGN', 'GHS', 'KES', 'USD'])[n % 4 + 1], n * 100, 0, '',
      'h' || n, '****', 4, 'views', now()
    from generate_series(1, 20) n`);

  await migrate(database);
  const rows = await queryRows(db)`select currency, amount::text, worth::text, status from vouchers
    where ulid in ('v1', 'v2', 'v3', 'v4', 'v10') order by id`;
  expect(rows).toEqual([
    { currency: 'GHS', amount: '100', worth: '10640', status: 'active' },
    { currency: 'KES', amount: '200', worth: '2371', status: 'active' },
    { currency: 'USD', amount: '300', worth: '456000', status: 'active' },
    { currency: 'NGN', amount: '400', worth: '400', status: 'active' },
    { currency: 'KES', amount: '1000', worth: '0', status: 'completed' },
  ]);
  // Nobody who could guess on it before is kept out now.
  expect(await queryRows(db)`select distinct entry_rule from vouchers`).toEqual([
    { entry_rule: 'everybody' },
  ]);
  await database.close();
});

it('clears what opened codes without the secret, and repeats first answers as before', async () => {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  const { db } = database;
  await migrate(database, migrationsBefore(11));
  await db.execute(sql`insert into users (username, email, password_hash, region, referral_code, created_at)
    values ('ada', 'ada@goodies.test', 'x', 'nigeria', 'ADA1', now())`);
  await db.execute(sql`insert into vouchers (ulid, purpose, type, status, creator_id, region, currency,
      amount, fee, code_encrypted, code_hash, masked_code, masked_digits, reveal_method, created_at)
    select 'v' || n, case when n = 1 then 'payment' else 'giveaway' end, 'goodies', 'active',
      (select id from users), 'nigeria', 'NGN', 100, 0, '', 'h' || n, '48*91*44673*0', 3, 'views', now()
    from generate_series(1, 2) n`);
  await db.execute(sql`insert into idempotency_keys (user_id, key, request_hash, status, answer, created_at)
    select (select id from users), 'before-' || purpose, repeat('ab', 32), 200,
      jsonb_build_object('data', jsonb_build_array(jsonb_build_object('purpose', purpose, 'masked_code', '48*91*44673*0'))),
      now() from vouchers`);
  await db.execute(sql`insert into mails ("to", subject, text, html, created_at, sent_at)
    values ('ada@goodies.test', 'Sent', 'a link', '<p>a link</p>', now(), now()),
      ('ada@goodies.test', 'Waiting', 'a link', '<p>a link</p>', now(), null)`);

  await migrate(database);
  expect(await queryRows(db)`select purpose, masked_code from vouchers order by id`).toEqual([
    { purpose: 'payment', masked_code: '--*--*-----*-' },
    { purpose: 'giveaway', masked_code: '48*91*44673*0' },
  ]);
  expect(await queryRows(db)`select subject, text, html from mails order by id`).toEqual([
    { subject: 'Sent', text: null, html: null },
    { subject: 'Waiting', text: 'a link', html: '<p>a link</p>' },
  ]);
  const answers = await queryRows<{ answer: unknown }>(db)`
    select answer from idempotency_keys order by id`;
  expect(answers.map(({ answer }) => answer)).toEqual([
    { data: [{ purpose: 'payment', masked_code: '*************' }] },
    { data: [{ purpose: 'giveaway', masked_code: '48*91*44673*0' }] },
  ]);
  const secrets = createSecrets('a secret of at least 32 characters');
  const [stored] = await queryRows<{ hash: string }>(db)`
    select distinct request_hash as hash from idempotency_keys`;
  // Nothing can be said of it, so the first answer is given again.
  expect(secrets.isFingerprintOf(stored?.hash ?? 'none', 'a request')).toBeUndefined();
  await database.close();
});

it('keeps who may guess on a database whose lists named users, and takes rows of nodes of before', async () => {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  const { db } = database;
  await migrate(database, migrationsBefore(12));
  await db.execute(sql`insert into users (username, email, password_hash, region, referral_code, created_at)
    select name, name || '@goodies.test', 'x', 'nigeria', upper(name), now()
    from unnest(array['ada', 'kofi', 'uche']) name`);
  await db.execute(sql`insert into vouchers (ulid, purpose, type, status, creator_id, region, currency,
      amount, fee, code_encrypted, code_hash, masked_code, masked_digits, reveal_method, is_private, created_at)
    values ('v1', 'giveaway', 'goodies', 'active', (select min(id) from users), 'nigeria', 'NGN', 100, 0, '',
      'h1', '****', 4, 'views', true, now())`);
  const allow = (username: string) =>
    db.execute(sql`insert into allowed_users (voucher_id, user_id, created_at)
      select vouchers.id, users.id, now() from vouchers, users where username = ${username}`);
  await allow('kofi');

  await migrate(database);
  await allow('uche');
  const rows = await queryRows<{ id: number; username: string }>(db)`
    select allowed_users.id, coalesce(login, username) as username, login
    from allowed_users join users on users.id = user_id order by username`;
  expect(rows).toMatchObject([
    { username: 'kofi', login: 'kofi' },
    { username: 'uche', login: null },
  ]);
  for (const { id } of rows) expect(id).toBeGreaterThanOrEqual(1_000_000_000);
  await expect(db.execute(sql`truncate users cascade`)).rejects.toThrow();
  await database.close();
});

it('says of the entries of before what their transactions say, and of those that a node of before writes', async () => {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  const { db } = database;
  await migrate(database, migrationsBefore(27));
  await db.execute(sql`insert into ledger_accounts (key, type, currency)
    values ('wallet:1:NGN', 'wallet', 'NGN'), ('processor:paystack:NGN', 'processor', 'NGN')`);
  const move = async (kind: string, day: string): Promise<void> => {
    await db.execute(sql`with moved as (
        insert into journal_transactions (natural_key, kind, reference, description, created_at)
        values (${kind}, ${kind}, ${kind}, 'A movement', ${day}::timestamptz) returning id
      ) insert into journal_entries (transaction_id, account_id, currency, amount)
      select moved.id, ledger_accounts.id, 'NGN', case type when 'wallet' then 5 else -5 end from moved, ledger_accounts`);
  };
  await move('wallet_topup', '2026-01-02T00:00:00Z');

  await migrate(database);
  await move('voucher_win', '2026-01-01T00:00:00Z');
  const rows = await queryRows(db)`
    select kind, moved_at = '2026-01-02T00:00:00Z'::timestamptz as is_first, count(*)::int as entries
    from journal_entries group by 1, 2 order by 1`;
  expect(rows).toEqual([
    { kind: 'voucher_win', is_first: false, entries: 2 },
    { kind: 'wallet_topup', is_first: true, entries: 2 },
  ]);
  await expect(db.execute(sql`update journal_entries set kind = 'airtime'`)).rejects.toThrow();
  await database.close();
});
