import pg from 'pg';
import pino from 'pino';

import { composeDeps } from '../../server/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import { openPostgres } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { checkBooks, faultsOf } from '../../server/ledger/check-books.ts';
import { makeCheckpoint, readCheckpoint } from '../../server/trust/book-checkpoint.ts';

const WALLETS = 1_000_000;
const HOUSE_ROWS = 16;
const MOVEMENTS_AT_ONCE = 2_500_000;
/** A checkpoint is at most a day old: of a year's entries so many. */
const SINCE_SHARE = 1 / 365;

export interface BooksFigures {
  readonly entries: number;
  readonly since: number;
  readonly firstCheckpointSeconds: number;
  readonly provedSeconds: number;
  readonly nextCheckpointSeconds: number;
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begunMs = performance.now();
  await work();
  return (performance.now() - begunMs) / 1_000;
};

/** Movements of a house account and a wallet each, an hour old. */
async function addMovements(client: pg.Client, from: number, to: number): Promise<void> {
  await client.query('begin');
  // The guards look at each movement, which takes hours for so many.
  await client.query('set local session_replication_role = replica');
  await client.query(
    `insert into journal_transactions (id, natural_key, kind, reference, description, created_at)
    overriding system value
    select n, 'import:' || n, 'wallet_topup', 'imp_' || n, 'Top-up', now() - interval '1 hour'
    from generate_series($1::bigint, $2::bigint) n`,
    [from, to],
  );
  await client.query(
    `insert into journal_entries (id, transaction_id, account_id, currency, amount, kind, moved_at)
    overriding system value
    select 2 * n - 1 + side, n, case side when 0 then n % ${HOUSE_ROWS} + 1 else n * 7919 % ${WALLETS} + ${HOUSE_ROWS + 1} end,
      'NGN', (2 * side - 1) * (100 + n % 900), 'wallet_topup', now() - interval '1 hour'
    from generate_series($1::bigint, $2::bigint) n, generate_series(0, 1) side`,
    [from, to],
  );
  await client.query(
    `update ledger_accounts account set balance = account.balance + moved.amount
    from (select account_id, sum(amount) as amount from journal_entries where id between $1::bigint and $2::bigint group by 1) moved
    where moved.account_id = account.id`,
    [2 * from - 1, 2 * to],
  );
  await client.query('commit');
}

/** Fills the books of a database that has no tables yet. @param entries an even number */
export async function fillBooks(databaseUrl: string, entries: number): Promise<void> {
  const database = openPostgres(databaseUrl, { max: 2 });
  await migrate(database);
  await database.close();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into ledger_accounts (key, type, currency)
    select 'processor:paystack:NGN' || case n when 1 then '' else '#' || n - 1 end, 'processor', 'NGN'
    from generate_series(1, ${HOUSE_ROWS}) n
    union all select 'wallet:' || n || ':NGN', 'wallet', 'NGN' from generate_series(1, ${WALLETS}) n`,
  );
  const movements = entries / 2;
  for (let from = 1; from <= movements; from += MOVEMENTS_AT_ONCE)
    await addMovements(client, from, Math.min(from + MOVEMENTS_AT_ONCE - 1, movements));
  await client.query('vacuum analyze');
  await client.end();
}

/** Proves filled books from a checkpoint after which a day has passed. */
export async function measureBooks(databaseUrl: string, entries: number): Promise<BooksFigures> {
  const { config } = readConfig({
    DATABASE_URL: databaseUrl,
    GOODIES_SECRET: 'a secret of books that are proved',
  });
  if (!config) throw new Error('no configuration');
  const database = openPostgres(databaseUrl, { max: 2 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const log = pino({ level: 'silent' });
    const deps = composeDeps(config, database, log);
    const read = () => database.unhurried((db) => readCheckpoint(db, log));
    const firstCheckpointSeconds = await secondsOf(() =>
      database.unhurried((db) => makeCheckpoint(db, deps, Date.now())),
    );
    const movements = entries / 2;
    const more = Math.ceil(movements * SINCE_SHARE);
    await addMovements(client, movements + 1, movements + more);
    const provedSeconds = await secondsOf(async () => {
      const checkpoint = await read();
      if (!checkpoint) throw new Error('the checkpoint is not what was signed');
      const faults = faultsOf(await database.unhurried((db) => checkBooks(db, checkpoint)));
      if (faults.length > 0) throw new Error(faults.join('\n'));
    });
    const checkpoint = await read();
    const nextCheckpointSeconds = await secondsOf(() =>
      database.unhurried((db) => makeCheckpoint(db, deps, Date.now(), checkpoint)),
    );
    const since = 2 * more;
    return { entries, since, firstCheckpointSeconds, provedSeconds, nextCheckpointSeconds };
  } finally {
    await client.end();
    await database.close();
  }
}
