import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { percentile } from '../statistics.ts';
import { measure, type ReadTime } from './measure.ts';
import { clusterTime, processTime } from './processor-time.ts';
import type { LoadRow } from './render.ts';
import { NODE_SETTINGS, type Stand } from './stand.ts';

const BARE_ROUTE = fileURLToPath(new URL('bare-route.ts', import.meta.url));
const GUESS_SCRIPT = fileURLToPath(new URL('wrong-guess.sql', import.meta.url));
const CONNECTIONS = 32;
const CLIENTS = 48;
const MICROSECONDS_IN_MS = 1_000;

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

async function driveBareRoute(seconds: number): Promise<LoadRow> {
  const { url, readTime, stop } = await openBareRoute();
  try {
    const get = { connections: CONNECTIONS, next: () => ({ path: '/' }), expected: 200 };
    const driven = [await measure({ ...get, url, seconds }, readTime)];
    return { name: 'a bare route of Fastify', connections: CONNECTIONS, driven };
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
      [...given, '-f', GUESS_SCRIPT, databaseUrl],
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
    return {
      name: 'the statements of a wrong guess, pgbench',
      connections: CLIENTS,
      driven: [driven],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const runFloors = async (
  stand: Stand,
  programs: string,
  postmaster: number,
  seconds: number,
): Promise<LoadRow[]> => [
  await driveBareRoute(seconds),
  runPgbench(stand, programs, postmaster, seconds),
];
