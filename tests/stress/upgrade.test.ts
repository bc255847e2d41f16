import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { openPostgres } from '../../server/db/database.ts';
import { migrate, migrationsFolder } from '../../server/db/migrate.ts';
import { postMovement, processorOf, walletOf } from '../../server/ledger/journal.ts';
import { createDatabase } from '../fixtures/postgres.ts';

/** A folder with the migrations before the one of that number. */
function migrationsBefore(number: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-migrations-'));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number }[] };
  journal.entries = journal.entries.filter(({ idx }) => idx < number);
  writeFileSync(file, JSON.stringify(journal));
  return folder;
}

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
