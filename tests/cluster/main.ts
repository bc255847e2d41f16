/**
 * `npm run cluster`: three built nodes behind HAProxy, PgBouncer, and three PostgreSQL of which Patroni and etcd choose
 * the primary, all on this machine and without containers, until it is told to end. With `--test` people do everything
 * that moves money while each part is killed, frozen or cut off in turn, as in `npm run chaos`, and a probe looks for
 * two primaries; exit code 1 when a line is not met.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { findClusterPrograms, type ClusterPrograms } from '../../scripts/lib/programs.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { Journal } from '../chaos/journal.ts';
import { openInOrder } from '../chaos/open-in-order.ts';
import { linesOf, renderReport } from '../chaos/report.ts';
import { runChaos } from '../chaos/run-chaos.ts';
import { FAULT_NAMES, openClusterStage } from './cluster-stage.ts';
import { NODES, openBalancedNodes, openPooledPostgres } from './open-cluster.ts';

const { values } = parseArgs({
  options: {
    test: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: `${randomInt(2 ** 31)}` },
    port: { type: 'string', default: '8080' },
  },
});
const BACK_WITHIN_MS = 30_000;
const TELLERS = 16;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Each process is killed when this one ends, by a listener of its own. */
const PROCESSES_AT_MOST = 40;
process.setMaxListeners(PROCESSES_AT_MOST);

const journalFile = path.join(REPOSITORY_ROOT, '.cache', `cluster-${values.seed}.log`);

/** Breaks it under load. @returns whether every line was met */
async function test(programs: ClusterPrograms): Promise<boolean> {
  console.log(`Seed ${values.seed}; what happens is written to ${journalFile}\n`);
  const options = {
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    faults: FAULT_NAMES,
    holdSeconds: 0,
    nodes: NODES,
    tellers: TELLERS,
  };
  const outcome = await runChaos(options, journalFile, openClusterStage(programs));
  const lines = linesOf(outcome, BACK_WITHIN_MS);
  console.log(renderReport(outcome, lines));
  return lines.every(({ isMet }) => isMet);
}

/** Serves people with play money and demo data until a signal comes. */
async function serve(programs: ClusterPrograms): Promise<void> {
  const journal = new Journal(journalFile);
  const port = Number(values.port);
  const cluster = await openInOrder(async (onClose) => {
    const { env: database } = await openPooledPostgres(programs, journal, onClose);
    const dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-cluster-'));
    onClose(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = {
      ...database,
      DATA_DIR: dataDir,
      GOODIES_SECRET: 'a secret of data that end with the cluster',
      GOODIES_SANDBOX: '1',
      GOODIES_DEMO: '1',
      PUBLIC_ORIGIN: `http://localhost:${port}`,
    };
    return openBalancedNodes(programs, env, journal, onClose, port);
  });
  console.log(`The cluster is ready at ${cluster.url}; Ctrl+C ends it, with its data.`);
  console.log(`What becomes of its parts is written to ${journalFile}`);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  await Promise.race(SIGNALS.map((signal) => once(process, signal)));
  await cluster.close();
  await journal.close();
}

// Ends by `exit`, at which every process that was started is killed.
for (const signal of SIGNALS) process.once(signal, () => process.exit(130));
const programs = findClusterPrograms();
if (!('postgres' in programs)) {
  console.error(`!!! NOT RUN. Install what is missing: apt-get install ${programs.join(' ')} !!!`);
  process.exitCode = 1;
} else if (!values.test) await serve(programs);
else if (!(await test(programs))) process.exitCode = 1;
