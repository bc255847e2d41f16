import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { type Database, type Db, openPostgres } from '../../server/db/database.ts';
import { queryRows } from '../../server/db/query-rows.ts';

let primary: PostgresCluster;
let standby: PostgresCluster;
let database: Database;
const close: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const programs = findPostgresPrograms();
  if (programs === undefined) throw new Error('these tests need the programs of PostgreSQL');
  primary = await PostgresCluster.start(programs);
  close.push(() => primary.stop());
  standby = await PostgresCluster.start(programs, { copyOf: primary });
  close.push(() => standby.stop());
  database = openPostgres(primary.url, { max: 4, standbyUrl: standby.url });
  close.push(() => database.close());
  await database.executeSql('create table items (id serial primary key)');
});
afterAll(async () => {
  for (const one of close.toReversed()) await one();
});

const isStandby = async (db: Db): Promise<boolean | undefined> =>
  (await queryRows<{ is_standby: boolean }>(db)`select pg_is_in_recovery() as is_standby`)[0]
    ?.is_standby;
const newestOf = async (db: Db): Promise<number> =>
  Number((await queryRows<{ id: number }>(db)`select max(id) as id from items`)[0]?.id);
const addItem = async (): Promise<number> =>
  Number(
    (await database.executeSql('insert into items default values returning id')).rows[0]?.['id'],
  );
const tellStandby = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: standby.url });
  await client.connect();
  await client.query(text);
  await client.end();
};

it('long reads come from the standby, which has all that was committed before', async () => {
  for (let n = 0; n < 50; n += 1) {
    const id = await addItem();
    const reader = await database.findReader(database.db);
    expect(await isStandby(reader)).toBe(true);
    expect(await newestOf(reader)).toBe(id);
  }
});

it('a standby that is behind is not read', async () => {
  await tellStandby('select pg_wal_replay_pause()');
  const id = await addItem();
  const reader = await database.findReader(database.db);
  expect(await newestOf(reader)).toBe(id);
  expect(await isStandby(reader)).toBe(false);
  await tellStandby('select pg_wal_replay_resume()');
  expect(await isStandby(await database.findReader(database.db))).toBe(true);
});

it('a standby that has become a primary is not read', async () => {
  await tellStandby('select pg_promote()');
  const id = await addItem();
  const reader = await database.findReader(database.db);
  expect(reader).toBe(database.db);
  expect(await newestOf(reader)).toBe(id);
});

it('without a standby the primary is read', async () => {
  await standby.stop();
  const id = await addItem();
  expect(await newestOf(await database.findReader(database.db))).toBe(id);
});
