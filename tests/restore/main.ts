/**
 * `npm run restore-drill`: people move money on a PostgreSQL whose log is archived, a full and an incremental backup are
 * taken meanwhile, and somebody drops a table. The database is restored to the moment before; exit code 1 when something
 * that people had been told by then is missing, or the books are wrong.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'drizzle-orm';

import { queryRows } from '../../server/db/query-rows.ts';
import type { Deps } from '../../server/deps.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';
import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { onPath } from '../../scripts/lib/programs.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { Journal } from '../chaos/journal.ts';
import { findLostGuesses, readMovements, without } from '../chaos/judge.ts';
import { Load } from '../chaos/load.ts';
import { Nodes } from '../chaos/nodes.ts';
import { openInOrder, type OnClose } from '../chaos/open-in-order.ts';
import { areBooksClean, openWorld } from '../chaos/run-chaos.ts';
import { openDeps, openTown } from '../chaos/town.ts';
import { until } from '../chaos/until.ts';
import type { Movement } from '../chaos/wallet-model.ts';
import type { Guess } from '../chaos/world.ts';
import { Backups } from './backups.ts';

const PEOPLE = 80;
const TELLERS = 12;
/** How long people do things before and after each backup. */
const BETWEEN_MS = 8_000;
const END_TIMEOUT_MS = 20_000;
const WITHIN_MS = 120_000;

/** What people may have been told: it was committed, of guesses also answered. */
interface Told {
  readonly movements: readonly Movement[];
  readonly guesses: readonly Guess[];
}

/** A PostgreSQL that gives its log to pgBackRest. */
async function openArchived(programs: string, program: string, onClose: OnClose) {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-restore-'));
  const port = await findFreePort();
  const place = { data: path.join(folder, 'data'), socketFolder: folder, port: `${port}` };
  const backups = Backups.open(program, place);
  onClose(() => backups.remove());
  const settings = ['archive_mode=on', `archive_command=${backups.archiveCommand}`];
  const cluster = await PostgresCluster.start(programs, { folder, port, settings });
  onClose(() => cluster.stop());
  await backups.run('stanza-create');
  return { backups, cluster };
}

/** @returns the database's time right before the table went */
async function dropTable({ db }: Deps): Promise<string> {
  const [row] = await queryRows<{ moment: string }>(db)`select clock_timestamp()::text as moment`;
  await db.execute(sql`drop table guesses cascade`);
  return row?.moment ?? '';
}

/** Resolves when the log up to now is in the archive. */
async function untilArchived({ db }: Deps): Promise<void> {
  const [row] = await queryRows<{ file: string }>(db)`
    select pg_walfile_name(pg_switch_wal()) as file`;
  await until(WITHIN_MS, 'the log was not archived in time', async () => {
    const [archiver] = await queryRows<{ file: string | null }>(db)`
      select last_archived_wal as file from pg_stat_archiver`;
    return (archiver?.file ?? '') >= (row?.file ?? '') || undefined;
  });
}

const untilWritable = ({ db }: Deps): Promise<true> =>
  until(WITHIN_MS, 'the recovery did not end in time', async () => {
    const [row] = await queryRows<{ recovers: boolean }>(db)`
      select pg_is_in_recovery() as recovers`;
    return row?.recovers === false || undefined;
  });

async function drill(programs: string, program: string, seed: number, journal: Journal) {
  const scene = await openInOrder(async (onClose) => {
    const archived = await openArchived(programs, program, onClose);
    const database = { DATABASE_URL: archived.cluster.url };
    const town = await openTown(database, { seed, people: PEOPLE }, onClose);
    const nodes = await Nodes.start(1, town.env, journal);
    onClose(() => nodes.stop());
    return { ...archived, ...town, nodes };
  });
  try {
    const { backups, cluster, nodes, env } = scene;
    const world = openWorld({ ...scene, urls: nodes.urls }, seed, journal);
    const { caller } = world;
    const load = new Load(world, { seed, tellers: TELLERS });

    await delay(BETWEEN_MS);
    const full = await backups.run('backup', '--type=full');
    await delay(BETWEEN_MS);
    const incremental = await backups.run('backup', '--type=incr');
    await delay(BETWEEN_MS);

    const before = openDeps(env);
    const guesses = [...world.guesses];
    const told: Told = { movements: await readMovements(before), guesses };
    const moment = await dropTable(before);
    journal.note('a table was dropped', { moment });
    await untilArchived(before);
    await before.database.close();
    caller.endIn(END_TIMEOUT_MS);
    await load.end();
    await nodes.stop();

    await cluster.end('fast');
    const restore = await backups.restore(moment);
    await cluster.start();
    const after = openDeps(env);
    await untilWritable(after);
    const lost = without(told.movements, await readMovements(after));
    const lostGuesses = await findLostGuesses(after, told);
    await after.database.close();
    const areClean = await areBooksClean(scene, journal);
    return { told, lost, lostGuesses, areClean, seconds: { full, incremental, restore } };
  } finally {
    await scene.close();
  }
}

const seed = randomInt(2 ** 31);
const [programs, program] = [findPostgresPrograms(), onPath('pgbackrest')];
if (!programs || !program) {
  console.error('!!! NOT RUN. Install what is missing: apt-get install postgresql pgbackrest !!!');
  process.exitCode = 1;
} else {
  const journal = new Journal(path.join(REPOSITORY_ROOT, '.cache', `restore-${seed}.log`));
  console.log(`Seed ${seed}; what happens is written to ${journal.file}`);
  const { told, lost, lostGuesses, areClean, seconds } = await drill(
    programs,
    program,
    seed,
    journal,
  );
  await journal.close();
  const lines = [
    [`movements of wallets lost, of ${told.movements.length}`, lost],
    [`guesses lost, of ${told.guesses.length}`, lostGuesses],
    ['faults in the books', areClean ? [] : ['they are in the journal']],
  ] as const;
  for (const [name, found] of lines) console.log(`${name}: ${found.length}`, ...found);
  console.log(
    `seconds: full backup ${seconds.full.toFixed(1)}, incremental ${seconds.incremental.toFixed(1)}, ` +
      `restore ${seconds.restore.toFixed(1)}`,
  );
  if (told.movements.length === 0 || lines.some(([, found]) => found.length > 0))
    process.exitCode = 1;
}
