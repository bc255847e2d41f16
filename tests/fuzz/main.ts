/**
 * `npm run fuzz`: sends requests that are drawn from the OpenAPI document to the built server, on a PostgreSQL of its
 * own or on the embedded database, judges each answer, and proves the books afterwards. Prints each failure as
 * simple as it gets, and figures for docs/security.md. Exits 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { askOperations, playRound } from './round.ts';
import { sendTo } from './send.ts';
import { countAnswers, neverDone, newTally, type Tally } from './tally.ts';

const ROUND = 1_000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'postgres' },
    'at-once': { type: 'string', default: '2' },
  },
});
const [requests, firstSeed, atOnce] = [values.requests, values.seed, values['at-once']].map(Number);
if (!requests || firstSeed === undefined || Number.isNaN(firstSeed) || !atOnce) {
  console.error(
    'usage: npm run fuzz -- [--requests N] [--seed S] [--database postgres|embedded] [--at-once N]',
  );
  process.exit(2);
}

const rounds = Math.ceil(requests / ROUND);
const seeds = Array.from({ length: rounds }, (_, round) => firstSeed + round);

/** Plays the rounds that are left, one after the other. @returns what failed */
async function playRounds(origin: string, tally: Tally): Promise<string[]> {
  const target = { send: sendTo(origin), nowMs: Date.now() };
  const operations = await askOperations(target.send);
  const failures: string[] = [];
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    const left = requests === undefined ? ROUND : requests - (rounds - 1) * ROUND;
    const size = seeds.length === 0 ? left : ROUND;
    const failure = await playRound(target, operations, tally, { requests: size, seed }).catch(
      (error: unknown) => `seed ${seed}: ${String(error)}`,
    );
    if (tally.requests % (10 * ROUND) < size) console.log(`${tally.requests} requests`);
    if (failure === undefined) continue;
    console.log(`\n${failure}\n`);
    failures.push(failure);
  }
  return failures;
}

/** Whether `npm run books` finds nothing wrong. */
function proveBooks(env: Readonly<Record<string, string>>): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/books.js'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) console.log(stdout, stderr);
  return status === 0;
}

function report(tally: Tally, seconds: number, output: string): void {
  const between = (low: number, high: number): number =>
    countAnswers(tally, (status) => status >= low && status < high);
  const faults = output.split('\n').filter((line) => /"level":(50|60)/.test(line));
  console.log(`requests: ${tally.requests}, of ${tally.statuses.size} operations, in ${seconds} s`);
  console.log(`answers: 2xx and 3xx ${between(200, 400)}, 4xx ${between(400, 500)}`);
  console.log(`answers of 503, since the machine was too busy: ${between(503, 504)}`);
  console.log(`other answers of 5xx: ${between(500, 503) + between(504, 600)}`);
  console.log(`longest: ${Math.round(tally.longestMs)} ms`);
  console.log(`errors in the log: ${faults.length}`);
  for (const line of faults.slice(0, 10)) console.log(line.slice(0, 1_000));
  console.log(`never done: ${neverDone(tally).join(', ') || 'none'}`);
}

const programs = values.database === 'postgres' ? findPostgresPrograms() : undefined;
const cluster = programs === undefined ? undefined : await PostgresCluster.start(programs);
const dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-fuzz-'));
const env = {
  DATA_DIR: dataDir,
  TRUST_PROXY: '1',
  GOODIES_WORK: '1',
  ...(cluster && { DATABASE_URL: cluster.url }),
};
const server = await startBuiltServer({ dataDir, env });
const tally = newTally();
const startMs = performance.now();
let isClean = false;
try {
  const workers = Array.from({ length: atOnce }, () => playRounds(server.url, tally));
  const failures = (await Promise.all(workers)).flat();
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  await server.stop();
  console.log(`database: ${cluster ? 'PostgreSQL' : 'embedded'}, seeds from ${firstSeed}`);
  report(tally, seconds, server.output());
  const areBooksClean = proveBooks(env);
  console.log(`failures: ${failures.length}, books: ${areBooksClean ? 'clean' : 'BROKEN'}`);
  isClean = areBooksClean && failures.length === 0;
} finally {
  await server.stop();
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = isClean ? 0 : 1;
