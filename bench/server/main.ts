/**
 * `npm run bench:server [-- --seconds N] [-- --rows N,N] [-- --movements N] [-- --calls N] [--
 * --only load|reads|overload] [-- --calling WORDS] [-- --old FOLDER]` drives the built server on
 * its own PostgreSQL cluster, beside a bare route and pgbench, measures how reads grow with the
 * rows, and prints Markdown. `--calling` selects calls by name. `--only overload` sends twice what
 * the server serves, for two minutes or N seconds. Compare within one run only.
 */
import { parseArgs } from 'node:util';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import type { Drive } from './drive.ts';
import { type Floors, openBareRoute, runFloors } from './floors.ts';
import { overload } from './overload.ts';
import { SIGNED_IN } from './fill.ts';
import { measure, measureInTurns, type Measured, type ReadTime } from './measure.ts';
import { plant } from './plant.ts';
import { measureReads } from './reads.ts';
import { findPostmaster } from './processor-time.ts';
import { openStand, readProcessorTime, type Stand } from './stand.ts';
import { countStatements } from './statements.ts';
import {
  renderFloors,
  renderLoad,
  renderOverload,
  renderReads,
  renderStatements,
} from './render.ts';
import { PASSWORD, workloadsOf } from './workloads.ts';

/** The log holds all writes of a run, so that no checkpoint falls into it. */
const CLUSTER = ['shared_buffers=1GB', 'max_wal_size=8GB'];
const SPREAD = 96;
const GIVEAWAYS = SPREAD + 2;
const CODES_PER_SECOND = 200;
const LOAD_VOUCHERS = 1_000;
const SECONDS = 5;
const OVERLOAD_SECONDS = 120;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    rows: { type: 'string', default: '1000,100000' },
    movements: { type: 'string', default: '1' },
    calls: { type: 'string', default: '25' },
    only: { type: 'string', default: '' },
    calling: { type: 'string', default: '' },
    old: { type: 'string' },
  },
});
const isOverload = values.only === 'overload';
const [seconds = 0, movements = 0, calls = 0, ...rows] = [
  values.seconds ?? (isOverload ? OVERLOAD_SECONDS : SECONDS),
  values.movements,
  values.calls,
  ...values.rows.split(','),
].map(Number);
const ONLY = ['', 'load', 'reads', 'overload'];
const isWrong = [seconds, movements, calls, ...rows].some((n) => !(n > 0));
if (isWrong || rows.some((n) => n < 1_000) || !ONLY.includes(values.only)) {
  console.error(
    'usage: npm run bench:server -- [--seconds N] [--rows N,N, each at least 1000] [--movements N a row] [--calls N] [--only load|reads|overload] [--calling WORDS] [--old FOLDER]',
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
    const filling = { users: SIGNED_IN, vouchers: LOAD_VOUCHERS, movements: SIGNED_IN };
    for (const checkout of checkouts)
      stands.push(await openStand(cluster.url, checkout, { ...filling, passwordHash }));
    const prepared = await Promise.all(
      stands.map(async (stand) => {
        const planted = await plant(stand, GIVEAWAYS, Math.ceil(seconds * CODES_PER_SECOND));
        const counts = await countStatements(stand, planted);
        return { stand, counts, workloads: workloadsOf(planted) };
      }),
    );
    const names = stands.map(({ name }) => name);
    const counts = prepared.map((each) => each.counts);
    console.log(`${renderStatements(names, counts)}\n`);
    const [first] = prepared;
    const postmaster = await findPostmaster(cluster.url);
    const results = [];
    const beside: Floors[number][] = [];
    for (const [at, workload] of (first?.workloads ?? []).entries()) {
      if (!workload.name.includes(values.calling)) continue;
      console.error(workload.name);
      const sides = prepared.map(({ stand, workloads }) => ({
        load: { ...(workloads[at] ?? workload), url: stand.url, seconds },
        readTime: () => readProcessorTime(stand, postmaster),
      }));
      if (workload.perSecond === undefined) {
        const driven = [];
        for (const { load, readTime } of sides) driven.push(await measure(load, readTime));
        results.push({ workload, driven });
      } else {
        const { floor, driven } = await measureBesideBare(sides, workload.perSecond);
        results.push({ workload, driven });
        const name = `a bare route of Fastify, sent what '${workload.name}' is`;
        beside.push({ ...floor, name, connections: workload.connections });
      }
    }
    console.log(`${renderLoad(names, results)}\n`);
    const last = prepared.at(-1);
    if (!last) return;
    beside.push(...(await runFloors(last.stand, programs, postmaster, seconds)));
    console.log(`${renderFloors(beside)}\n`);
  } finally {
    await Promise.all(stands.map((stand) => stand.stop()));
  }
}

async function measureGrowth(cluster: PostgresCluster): Promise<void> {
  const stands: Stand[] = [];
  try {
    for (const size of rows)
      for (const checkout of checkouts) {
        const filling = { users: size, vouchers: size, movements: size * movements, passwordHash };
        stands.push(await openStand(cluster.url, checkout, filling));
      }
    const heads = rows.flatMap((size) =>
      checkouts.map((checkout) => `${checkout === undefined ? '' : 'old: '}${size} rows`),
    );
    console.log(renderReads(heads, await measureReads(stands, calls)));
  } finally {
    await Promise.all(stands.map((stand) => stand.stop()));
  }
}

async function measureOverload(cluster: PostgresCluster): Promise<void> {
  const filling = { users: SIGNED_IN, vouchers: LOAD_VOUCHERS, movements: SIGNED_IN, passwordHash };
  const stand = await openStand(cluster.url, values.old, filling);
  try {
    const phases = await overload(stand, await plant(stand, GIVEAWAYS, 0), seconds);
    console.log(renderOverload(phases));
  } finally {
    await stand.stop();
  }
}

const programs = findPostgresPrograms();
if (!programs) throw new Error('the benchmark needs the server programs of PostgreSQL');
const cluster = await PostgresCluster.start(programs, { settings: CLUSTER });
try {
  if (isOverload) await measureOverload(cluster);
  if (['', 'load'].includes(values.only)) await measureLoad(cluster, programs);
  if (['', 'reads'].includes(values.only)) await measureGrowth(cluster);
} finally {
  await cluster.stop();
}
