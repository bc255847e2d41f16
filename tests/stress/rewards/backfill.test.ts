import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { openPostgres } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { checkBooks } from '../../../server/ledger/check-books.ts';
import { boardOf, readLeaderboard } from '../../../server/rewards/leaderboard.ts';
import { createDatabase } from '../../fixtures/postgres.ts';
import { migrationsBefore } from '../migrations-before.ts';

it('adds up what was earned and won before there were leaderboards', async () => {
  const database = openPostgres(await createDatabase(() => Promise.resolve(), 'empty'));
  const { db } = database;
  await migrate(database, migrationsBefore(22));
  await db.execute(sql`insert into users (username, email, region, points, referral_code, created_at)
    select name, name || '@goodies.test', region, points, upper(name), now()
    from (values ('ada', 'nigeria', 1150), ('kofi', 'ghana', 0), ('esi', 'ghana', 50)) person (name, region, points)`);
  // Ada has spent 50 and been given 1,000 at the start; of hers one share is two years old.
  await db.execute(sql`insert into points_entries (user_id, delta, reason, reference, created_at)
    values (1, 50, 'share', 'share:1:1', now() - interval '2 years'), (1, 150, 'referral_signup', 'referral-signup:9', now()),
      (1, -50, 'skip_wait', 'skip:1:1:1', now()), (1, 1000, 'demo', 'demo:1', now()),
      (3, 50, 'share', 'share:1:3', now())`);
  await db.execute(sql`insert into ledger_accounts (key, type, currency, user_id, balance)
    values ('wallet:2:GHS', 'wallet', 'GHS', 2, 500), ('wallet:1:GHS', 'wallet', 'GHS', 1, 0)`);
  await db.execute(sql`with moved as (
      insert into journal_transactions (natural_key, kind, reference, description, created_at)
      values ('win:v', 'voucher_win', 'v', 'Won', now()) returning id
    ) insert into journal_entries (transaction_id, account_id, currency, amount)
    select moved.id, account.id, 'GHS', account.amount from moved, (values (1, 500), (2, -500)) account (id, amount)`);

  await migrate(database);
  const now = new Date();
  const rows = await queryRows(db)`
    select board, region, user_id, points, shares, joins, wins from coin_totals
      where region <> '' or board = 'all' order by board, region, user_id`;
  const [week, month] = [boardOf('week', now), boardOf('month', now)];
  const row = (board: string, region: string, userId: number, counts: readonly number[]) => {
    const [points, shares, joins, wins] = counts;
    return { board, region, user_id: userId, points, shares, joins, wins };
  };
  expect(rows).toEqual(
    expect.arrayContaining([
      row('all', '', 1, [200, 1, 1, 0]),
      row('all', '', 2, [0, 0, 0, 1]),
      row('all', 'ghana', 3, [50, 1, 0, 0]),
      row(week, 'nigeria', 1, [150, 0, 1, 0]),
      row(month, 'nigeria', 1, [150, 0, 1, 0]),
      row(month, 'ghana', 2, [0, 0, 0, 1]),
    ]),
  );
  expect(await readLeaderboard(db, 3, { period: 'all' }, now)).toMatchObject({
    data: [
      { username: 'ada', rank: 1, points: 200 },
      { username: 'esi', rank: 2, points: 50 },
    ],
    me: { rank: 2 },
    people: 2,
  });
  const lines = (await checkBooks(db)).filter(({ name }) => /leaderboard|ranks/.test(name));
  expect(lines.map(({ broken }) => broken)).toEqual([[], [], []]);
  await database.close();
});
