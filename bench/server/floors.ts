import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Call, Drive, Driven } from './drive.ts';
import { measure, type ReadTime } from './measure.ts';
import { percentile } from './percentiles.ts';
import { clusterTime, processTime, type ProcessorTime } from './processor-time.ts';
import { NODE_SETTINGS, type Stand } from './stand.ts';

const BARE_ROUTE = fileURLToPath(new URL('bare-route.ts', import.meta.url));
const GUESS_SCRIPT = fileURLToPath(new URL('wrong-guess.sql', import.meta.url));
const CONNECTIONS = 32;
const CLIENTS = 48;
const MICROSECONDS_IN_MS = 1_000;

export type Floors = readonly (Omit<Driven, 'unexpected'> &
  ProcessorTime &
  Pick<Drive, 'connections'> & { readonly name: string })[];

interface BareRoute {
  readonly url: string;
  readonly readTime: ReadTime;
  readonly stop: () => void;
}

export async function openBareRoute(): Promise<BareRoute> {
  const server = spawn(process.execPath, [...process.execArgv, BARE_ROUTE], {
    env: { ...process.env, ...NODE_SETTINGS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(server.stdout, 'data')) as [Buffer];
  return {
    url: printed.toString().trim(),
    readTime: () => ({ server: processTime(server.pid ?? 0), database: 0 }),
    stop: () => void server.kill(),
  };
}

async function driveBareRoute(seconds: number): Promise<Floors[number]> {
  const { url, readTime, stop } = await openBareRoute();
  try {
    const get = { connections: CONNECTIONS, next: (): Call => ({ path: '/' }), expected: 200 };
    const driven = await measure({ ...get, url, seconds }, readTime);
    return { ...driven, name: 'a bare route of Fastify', connections: CONNECTIONS };
  } finally {
    stop();
  }
}

/** The third word of each line is the duration of a transaction in microseconds. */
export const readLog = (text: string): number[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / MICROSECONDS_IN_MS);

function runPgbench(
  { databaseUrl }: Stand,
  pgbench: string,
  postmaster: number,
  mode: 'prepared' | 'simple',
  seconds: number,
): Floors[number] {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-pgbench-'));
  try {
    const length = `${Math.max(1, Math.round(seconds))}`;
    const given = ['-n', '-M', mode, '-c', `${CLIENTS}`, '-j', '2', '-T', length, '-l'];
    const before = clusterTime(postmaster);
    const { status, stderr, error } = spawnSync(
      pgbench,
      [...given, '-f', GUESS_SCRIPT, databaseUrl],
      { cwd: folder, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`pgbench failed:\n${stderr}`, { cause: error });
    const times = readdirSync(folder).flatMap((file) =>
      readLog(readFileSync(path.join(folder, file), 'utf8')),
    );
    return {
      name: `the statements of a wrong guess, pgbench, ${mode}`,
      connections: CLIENTS,
      calls: times.length,
      server: 0,
      database: (clusterTime(postmaster) - before) / times.length,
      perSecond: times.length / Number(length),
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findPgbench(programs: string): string {
  const beside = path.join(programs, 'pgbench');
  return existsSync(beside) ? beside : 'pgbench';
}

export async function runFloors(
  stand: Stand,
  programs: string,
  postmaster: number,
  seconds: number,
): Promise<Floors> {
  const pgbench = findPgbench(programs);
  return [
    await driveBareRoute(seconds),
    runPgbench(stand, pgbench, postmaster, 'prepared', seconds),
    runPgbench(stand, pgbench, postmaster, 'simple', seconds),
  ];
}
