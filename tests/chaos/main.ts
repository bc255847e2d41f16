/**
 * `npm run chaos`: nodes and a PostgreSQL of its own under load, while nodes are killed, the database is restarted,
 * paused, cut off, read-only and full, and the gateway hangs. Prints what people saw, and compares everybody's
 * wallet with a model that knows only what people were told. Exit code 1 when a line is not met. With `--crowd`
 * nothing breaks: so many people guess on one voucher at once, and what others read meanwhile is measured.
 */
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { measureCrowd, renderCrowd } from './crowd/measure-crowd.ts';
import { FAULT_NAMES } from './faults.ts';
import { linesOf, renderReport } from './report.ts';
import { runChaos } from './run-chaos.ts';
import { openChaosScene } from './scene.ts';

const USAGE = `usage: npm run chaos -- [--minutes N] [--seed S] [--faults a,b] [--hold SECONDS] [--back SECONDS] [--nodes N] [--tellers N]
       npm run chaos -- --crowd GUESSERS [--nodes N]
faults: ${FAULT_NAMES.join(', ')}`;

function refuse(words: string): never {
  console.error(`${words}\n${USAGE}`);
  process.exit(2);
}

function readArguments(): Readonly<Record<string, string>> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  try {
    return parseArgs({
      options: {
        minutes: text('10'),
        seed: text(`${randomInt(2 ** 31)}`),
        faults: text(FAULT_NAMES.join(',')),
        hold: text('12'),
        back: text('10'),
        nodes: text('3'),
        tellers: text('24'),
        crowd: text('0'),
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const values = readArguments();

function numberOf(name: string, min: number): number {
  const number = Number(values[name]);
  return number >= min ? number : refuse(`--${name} is a number of at least ${min}`);
}

const faults = (values['faults'] ?? '')
  .split(',')
  .map((name) => (FAULT_NAMES.includes(name) ? name : refuse(`there is no fault "${name}"`)));
const options = {
  seed: numberOf('seed', 0),
  minutes: numberOf('minutes', 0),
  faults,
  holdSeconds: numberOf('hold', 1),
  nodes: numberOf('nodes', 1),
  tellers: numberOf('tellers', 1),
};
const journal = path.join(REPOSITORY_ROOT, '.cache', `chaos-${options.seed}.log`);
console.log(`Seed ${options.seed}; what happens is written to ${journal}\n`);
// Ends by `exit`, at which every process that was started is killed and the disk is unmounted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const guessers = numberOf('crowd', 0);
if (guessers > 0) {
  console.log(renderCrowd(await measureCrowd({ ...options, guessers }, journal), guessers));
} else {
  const outcome = await runChaos(options, journal, openChaosScene);
  const lines = linesOf(outcome, numberOf('back', 1) * 1_000);
  console.log(renderReport(outcome, lines));
  if (lines.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
