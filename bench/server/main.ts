/**
 * `npm run bench:server [-- --seconds N] [-- --only load|overload] [-- --old FOLDER]` drives the
 * built server on its own PostgreSQL cluster, beside a bare route and pgbench, and prints Markdown.
 * `--only overload` sends twice what the server serves, for two minutes or N seconds. Compare within
 * one run only.
 */
import { parseArgs } from 'node:util';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import type { Drive } from './drive.ts';
import { openBareRoute, runFloors } from './floors.ts';
import { overload } from './overload.ts';
import { measure, measureInTurns, type Measured, type ReadTime } from './measure.ts';
import { plant } from './plant.ts';
import { findPostmaster } from './processor-time.ts';
import { openStand, readProcessorTime, type Stand } from './stand.ts';
import { type LoadRow, renderLoad, renderOverload } from './render.ts';
import { PASSWORD, workloadsOf } from './workloads.ts';

/** The log holds all writes of a run, so that no checkpoint falls into it. */
const CLUSTER = ['shared_buffers=1GB', 'max_wal_size=8GB'];
const SPREAD = 96;
const GIVEAWAYS = SPREAD + 2;
const CODES_PER_SECOND = 200;
const SECONDS = 5;
const OVERLOAD_SECONDS = 120;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    only: { type: 'string', default: 'load' },
    old: { type: 'string' },
  },
});
const isOverload = values.only === 'overload';
const seconds = Number(values.seconds ?? (isOverload ? OVERLOAD_SECONDS : SECONDS));
if (!(seconds > 0) || !['load', 'overload'].includes(values.only)) {
  console.error(
    'usage: npm run bench:server -- [--seconds N] [--only load|overload] [--old FOLDER]',
  );
  process.exit(2);
}
const checkouts = values.old === undefined ? [undefined] : [values.old, undefined];
const passwordHash = await hashPassword(PASSWORD);

async function measureBesideBare(
  sides: readonly { readonly load: Drive; readonly readTime: ReadTime }[],
  perSecond: number,
): Promise<{ readonly floor: Measured; readonly driven: readonly Measured[] }> {
  const [first] = sides;
  if (!first) throw new Error('there is nothing to be measured');
  const { url, readTime, stop } = await openBareRoute();
  try {
    const next = (n: number) => {
      const call = first.load.next(n);
      return call && { ...call, path: '/' };
    };
    const bare = { load: { ...first.load, url, next }, readTime };
    const [floor, ...driven] = await measureInTurns(
      [bare, ...sides].map((side) => ({ ...side, load: { ...side.load, perSecond } })),
    );
    if (!floor) throw new Error('the bare route was not driven');
    return { floor, driven };
  } finally {
    stop();
  }
}

async function measureLoad(cluster: PostgresCluster, programs: string): Promise<void> {
  const stands: Stand[] = [];
  try {
    for (const checkout of checkouts)
      stands.push(await openStand(cluster.url, checkout, passwordHash));
    const prepared = await Promise.all(
      stands.map(async (stand) => {
        const planted = await plant(stand, GIVEAWAYS, Math.ceil(seconds * CODES_PER_SECOND));
        return { stand, workloads: workloadsOf(planted) };
      }),
    );
    const postmaster = await findPostmaster(cluster.url);
    const results: LoadRow[] = [];
    const floors: LoadRow[] = [];
    for (const [at, workload] of (prepared[0]?.workloads ?? []).entries()) {
      const { name, connections, perSecond } = workload;
      console.error(name);
      const sides = prepared.map(({ stand, workloads }) => ({
        load: { ...(workloads[at] ?? workload), url: stand.url, seconds },
        readTime: () => readProcessorTime(stand, postmaster),
      }));
      if (perSecond === undefined) {
        const driven: Measured[] = [];
        for (const { load, readTime } of sides) driven.push(await measure(load, readTime));
        results.push({ name, connections, driven });
      } else {
        const { floor, driven } = await measureBesideBare(sides, perSecond);
        results.push({ name, connections, driven });
        const beside = `a bare route of Fastify, sent what '${name}' is`;
        floors.push({ name: beside, connections, driven: [floor] });
      }
    }
    const names = stands.length > 1 ? stands.map(({ name }) => name) : undefined;
    console.log(`${renderLoad(results, names)}\n`);
    const stand = stands.at(-1);
    if (stand) floors.push(...(await runFloors(stand, programs, postmaster, seconds)));
    console.log(`${renderLoad(floors)}\n`);
  } finally {
    await Promise.all(stands.map((stand) => stand.stop()));
  }
}

async function measureOverload(cluster: PostgresCluster): Promise<void> {
  const stand = await openStand(cluster.url, values.old, passwordHash);
  try {
    console.log(renderOverload(await overload(stand, await plant(stand, GIVEAWAYS, 0), seconds)));
  } finally {
    await stand.stop();
  }
}

const programs = findPostgresPrograms();
if (!programs) throw new Error('the benchmark needs the server programs of PostgreSQL');
const cluster = await PostgresCluster.start(programs, { settings: CLUSTER });
try {
  if (isOverload) await measureOverload(cluster);
  else await measureLoad(cluster, programs);
} finally {
  await cluster.stop();
}
