import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { percentile } from '../statistics.ts';
import { measure } from './measure.ts';
import { clusterTime, processTime } from './processor-time.ts';
import type { LoadRow } from './render.ts';
import { NODE_SETTINGS, type Stand } from './stand.ts';
import type { Workload } from './workloads.ts';

const BARE_ROUTE = fileURLToPath(new URL('bare-route.ts', import.meta.url));
const scriptAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
export const GUESS = {
  name: 'the statements of a wrong guess, pgbench',
  script: scriptAt('wrong-guess.sql'),
};
export const MOVEMENT = {
  name: 'the statements of a movement with a fee, pgbench',
  script: scriptAt('movement-with-fee.sql'),
};
const CONNECTIONS = 32;
const CLIENTS = 48;
const MICROSECONDS_IN_MS = 1_000;

async function driveBareRoute(load: Workload, seconds: number): Promise<LoadRow> {
  const server = spawn(process.execPath, [...process.execArgv, BARE_ROUTE], {
    env: { ...process.env, ...NODE_SETTINGS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(server.stdout, 'data')) as [Buffer];
  const readTime = () => ({ server: processTime(server.pid ?? 0), database: 0 });
  try {
    const measured = await measure({ ...load, url: printed.toString().trim(), seconds }, readTime);
    return { ...load, driven: [measured] };
  } finally {
    server.kill();
  }
}

/** The third word of each line is the duration of a transaction in microseconds. */
export const readLog = (text: string): number[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / MICROSECONDS_IN_MS);

export function runPgbench(
  { name, script }: typeof GUESS,
  { databaseUrl }: Stand,
  programs: string,
  postmaster: number,
  seconds: number,
): LoadRow {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-pgbench-'));
  try {
    const beside = path.join(programs, 'pgbench');
    const length = `${Math.max(1, Math.round(seconds))}`;
    const given = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '2', '-T', length, '-l'];
    const before = clusterTime(postmaster);
    const { status, stderr, error } = spawnSync(
      existsSync(beside) ? beside : 'pgbench',
      [...given, '-f', script, databaseUrl],
      { cwd: folder, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`pgbench failed:\n${stderr}`, { cause: error });
    const times = readdirSync(folder).flatMap((file) =>
      readLog(readFileSync(path.join(folder, file), 'utf8')),
    );
    const driven = {
      calls: times.length,
      server: 0,
      database: (clusterTime(postmaster) - before) / times.length,
      perSecond: times.length / Number(length),
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
      unexpected: {},
    };
    return { name, connections: CLIENTS, driven: [driven] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bare route is called as often as workloads that have a rate, with their bodies. */
export async function runFloors(
  { stand, workloads }: { readonly stand: Stand; readonly workloads: readonly Workload[] },
  programs: string,
  postmaster: number,
  seconds: number,
): Promise<LoadRow[]> {
  const bare = { name: 'a bare route of Fastify', connections: CONNECTIONS, expected: 200 };
  const rows = [await driveBareRoute({ ...bare, next: () => ({ path: '/' }) }, seconds)];
  for (const load of workloads.filter(({ perSecond }) => perSecond !== undefined)) {
    const name = `${bare.name}, sent what '${load.name}' is`;
    const next = (n: number) => ({ ...load.next(n), path: '/' });
    rows.push(await driveBareRoute({ ...load, name, next }, seconds));
  }
  return [...rows, runPgbench(GUESS, stand, programs, postmaster, seconds)];
}
