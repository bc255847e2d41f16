/**
 * `npm run bench:server [-- --seconds N] [-- --only load|overload|queue|movements|streams|books] [-- --before FOLDER | --unnamed]`
 * drives the built server on its own PostgreSQL cluster, beside a bare route and pgbench, and prints Markdown.
 * `--unnamed` compares it with itself, sending statements without names as behind a pooler by transaction.
 * `--only overload` sends twice what the server serves, for two minutes or N seconds; `--only queue`
 * has two nodes push to 100,000 devices; `--only movements` posts fees in one currency while commits wait for a
 * standby; `--only streams` has 10,000 follow one node live; `--only books` proves `--entries N` (100,000,000: 35 GB)
 * from a checkpoint. Compare within one run only.
 */
import { parseArgs } from 'node:util';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { GUESS, MOVEMENT, runFloors, runPgbench } from './floors.ts';
import { fillBooks, measureBooks } from './books.ts';
import { CONNECTIONS, postFees, waitForStandby } from './movements.ts';
import { overload } from './overload.ts';
import { measure, type Measured } from './measure.ts';
import { plant } from './plant.ts';
import { runQueue } from './queue.ts';
import { runStreams } from './streams.ts';
import {
  createDatabase,
  openStand,
  readProcessorTime,
  type Stand,
  type StandOptions,
} from './stand.ts';
import {
  type LoadRow,
  renderBooks,
  renderLoad,
  renderOverload,
  renderQueue,
  renderStreams,
} from './render.ts';
import { PASSWORD, REDEMPTION, type Workload, workloadsOf } from './workloads.ts';

/** The log holds all writes of a run, so that no checkpoint falls into it. */
const CLUSTER = ['shared_buffers=1GB', 'max_wal_size=8GB'];
const SPREAD = 96;
const GIVEAWAYS = SPREAD + 2;
const CODES_PER_SECOND = 200;
const SECONDS = 5;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    only: { type: 'string', default: 'load' },
    entries: { type: 'string', default: '100000000' },
    before: { type: 'string' },
    unnamed: { type: 'boolean', default: false },
  },
});
const LENGTHS: Readonly<Record<string, number>> = {
  load: SECONDS,
  overload: 120,
  queue: 60,
  movements: SECONDS,
  streams: 60,
  books: SECONDS,
};
const seconds = Number(values.seconds ?? LENGTHS[values.only]);
if (!(seconds > 0) || !(values.only in LENGTHS)) {
  console.error(
    'usage: npm run bench:server -- [--seconds N] [--only load|overload|queue|movements|streams|books] [--before FOLDER | --unnamed]',
  );
  process.exit(2);
}
const compared: readonly StandOptions[] = [
  ...(values.before === undefined ? [] : [{ checkout: values.before }]),
  {},
  ...(values.unnamed ? [{ isUnnamed: true }] : []),
];
const passwordHash = await hashPassword(PASSWORD);

interface Prepared {
  readonly stand: Stand;
  readonly workloads: readonly Workload[];
}

async function prepareStands(cluster: PostgresCluster, stands: Stand[]): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const options of compared) {
    const stand = await openStand(cluster.url, options, passwordHash);
    stands.push(stand);
    const planted = await plant(stand, GIVEAWAYS, Math.ceil(seconds * CODES_PER_SECOND));
    prepared.push({ stand, workloads: workloadsOf(planted) });
  }
  return prepared;
}

/** Each workload is measured on all servers before the next one. */
async function measureEach(
  prepared: readonly Prepared[],
  cluster: PostgresCluster,
  isWanted: (name: string) => boolean = () => true,
): Promise<LoadRow[]> {
  const results: LoadRow[] = [];
  for (const [at, workload] of (prepared[0]?.workloads ?? []).entries()) {
    if (!isWanted(workload.name)) continue;
    console.error(workload.name);
    const driven: Measured[] = [];
    for (const { stand, workloads } of prepared) {
      const load = { ...(workloads[at] ?? workload), url: stand.url, seconds };
      driven.push(await measure(load, () => readProcessorTime(stand, cluster.pid)));
    }
    results.push({ ...workload, driven });
  }
  return results;
}

function printLoad(rows: readonly LoadRow[], stands: readonly Stand[] = []): void {
  const names = stands.length > 1 ? stands.map(({ name }) => name) : undefined;
  console.log(`${renderLoad(rows, names)}\n`);
}

async function measureLoad(cluster: PostgresCluster, programs: string): Promise<void> {
  const stands: Stand[] = [];
  try {
    const prepared = await prepareStands(cluster, stands);
    printLoad(await measureEach(prepared, cluster), stands);
    const last = prepared.at(-1);
    if (last) printLoad(await runFloors(last, programs, cluster.pid, seconds));
  } finally {
    await Promise.all(stands.map((stand) => stand.stop()));
  }
}

async function measureMovements(cluster: PostgresCluster, programs: string): Promise<void> {
  const stands: Stand[] = [];
  let standby: PostgresCluster | undefined;
  try {
    const prepared = await prepareStands(cluster, stands);
    standby = await PostgresCluster.start(programs, { settings: CLUSTER, copyOf: cluster });
    await waitForStandby(cluster.url);
    const driven: Measured[] = [];
    for (const [at, { databaseUrl }] of stands.entries()) {
      const { checkout } = compared[at] ?? {};
      driven.push(await postFees({ checkout, databaseUrl, seconds }, cluster.pid));
    }
    const movements = { name: 'movements with a fee', connections: CONNECTIONS, driven };
    const redemptions = await measureEach(prepared, cluster, (name) => name === REDEMPTION);
    printLoad([movements, ...redemptions], stands);
    const last = stands.at(-1);
    if (!last) return;
    const bound = [MOVEMENT, GUESS].map((one) =>
      runPgbench(one, last, programs, cluster.pid, seconds),
    );
    printLoad(bound);
  } finally {
    await Promise.all(stands.map((stand) => stand.stop()));
    await standby?.stop();
  }
}

async function measureOverload(cluster: PostgresCluster): Promise<void> {
  const stand = await openStand(cluster.url, { checkout: values.before }, passwordHash);
  try {
    console.log(renderOverload(await overload(stand, await plant(stand, GIVEAWAYS, 0), seconds)));
  } finally {
    await stand.stop();
  }
}

async function measureQueue(cluster: PostgresCluster): Promise<void> {
  for (const answerMs of [50, 150]) {
    const databaseUrl = await createDatabase(cluster.url, `bench_queue_${answerMs}`);
    const queued = { databaseUrl, seconds, answerMs, waiting: 100_000, urgentPerSecond: 20 };
    console.log(renderQueue(queued, await runQueue(queued)));
  }
}

async function measureStreams(cluster: PostgresCluster): Promise<void> {
  const databaseUrl = await createDatabase(cluster.url, 'bench_streams');
  console.log(
    renderStreams(await runStreams({ databaseUrl, streams: 10_000, idleSeconds: seconds })),
  );
}

async function measureProof(cluster: PostgresCluster): Promise<void> {
  const databaseUrl = await createDatabase(cluster.url, 'bench_books');
  const entries = Number(values.entries);
  await fillBooks(databaseUrl, entries);
  console.log(renderBooks(await measureBooks(databaseUrl, entries)));
}

const programs = findPostgresPrograms();
if (!programs) throw new Error('the benchmark needs the server programs of PostgreSQL');
const cluster = await PostgresCluster.start(programs, { settings: CLUSTER });
try {
  if (values.only === 'overload') await measureOverload(cluster);
  else if (values.only === 'streams') await measureStreams(cluster);
  else if (values.only === 'books') await measureProof(cluster);
  else if (values.only === 'queue') await measureQueue(cluster);
  else if (values.only === 'movements') await measureMovements(cluster, programs);
  else await measureLoad(cluster, programs);
} finally {
  await cluster.stop();
}
