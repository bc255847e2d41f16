/**
 * `npm run bench:server [-- --seconds N] [-- --only load|overload|queue] [-- --before FOLDER | --unnamed]`
 * drives the built server on its own PostgreSQL cluster, beside a bare route and pgbench, and prints Markdown.
 * `--unnamed` compares it with itself, sending statements without names as behind a pooler by transaction.
 * `--only overload` sends twice what the server serves, for two minutes or N seconds; `--only queue`
 * has two nodes push to 100,000 devices. Compare within one run only.
 */
import { parseArgs } from 'node:util';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { runFloors } from './floors.ts';
import { overload } from './overload.ts';
import { measure, type Measured } from './measure.ts';
import { plant } from './plant.ts';
import { runQueue } from './queue.ts';
import {
  createDatabase,
  openStand,
  readProcessorTime,
  type Stand,
  type StandOptions,
} from './stand.ts';
import { type LoadRow, renderLoad, renderOverload, renderQueue } from './render.ts';
import { PASSWORD, workloadsOf } from './workloads.ts';

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
    before: { type: 'string' },
    unnamed: { type: 'boolean', default: false },
  },
});
const LENGTHS: Readonly<Record<string, number>> = { load: SECONDS, overload: 120, queue: 60 };
const seconds = Number(values.seconds ?? LENGTHS[values.only]);
if (!(seconds > 0) || !(values.only in LENGTHS)) {
  console.error(
    'usage: npm run bench:server -- [--seconds N] [--only load|overload|queue] [--before FOLDER | --unnamed]',
  );
  process.exit(2);
}
const compared: readonly StandOptions[] = [
  ...(values.before === undefined ? [] : [{ checkout: values.before }]),
  {},
  ...(values.unnamed ? [{ isUnnamed: true }] : []),
];
const passwordHash = await hashPassword(PASSWORD);

async function measureLoad(cluster: PostgresCluster, programs: string): Promise<void> {
  const stands: Stand[] = [];
  try {
    for (const options of compared)
      stands.push(await openStand(cluster.url, options, passwordHash));
    const prepared = await Promise.all(
      stands.map(async (stand) => {
        const planted = await plant(stand, GIVEAWAYS, Math.ceil(seconds * CODES_PER_SECOND));
        return { stand, workloads: workloadsOf(planted) };
      }),
    );
    const results: LoadRow[] = [];
    for (const [at, workload] of (prepared[0]?.workloads ?? []).entries()) {
      console.error(workload.name);
      const driven: Measured[] = [];
      for (const { stand, workloads } of prepared) {
        const load = { ...(workloads[at] ?? workload), url: stand.url, seconds };
        driven.push(await measure(load, () => readProcessorTime(stand, cluster.pid)));
      }
      results.push({ ...workload, driven });
    }
    const names = stands.length > 1 ? stands.map(({ name }) => name) : undefined;
    console.log(`${renderLoad(results, names)}\n`);
    const last = prepared.at(-1);
    if (last) console.log(`${renderLoad(await runFloors(last, programs, cluster.pid, seconds))}\n`);
  } finally {
    await Promise.all(stands.map((stand) => stand.stop()));
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

const programs = findPostgresPrograms();
if (!programs) throw new Error('the benchmark needs the server programs of PostgreSQL');
const cluster = await PostgresCluster.start(programs, { settings: CLUSTER });
try {
  if (values.only === 'overload') await measureOverload(cluster);
  else if (values.only === 'queue') await measureQueue(cluster);
  else await measureLoad(cluster, programs);
} finally {
  await cluster.stop();
}
