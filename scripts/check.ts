/** `npm run check` runs all static checks and exits 1 when any failed. */
import { findHouseFaults } from './check/house.ts';
import { findLockingMigrations } from './check/migrations.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';
import { inSeconds, runCommand } from './lib/run-command.ts';

interface Step {
  readonly name: string;
  readonly remedy: string;
  readonly findFaults: () => Promise<string>;
}

const program =
  (command: string, ...args: string[]) =>
  async (): Promise<string> => {
    const { exitCode, output } = await runCommand(command, args);
    return exitCode === 0 ? '' : output.trim() || `${command} ended with exit code ${exitCode}`;
  };

/** The longest steps come first, so that two processors finish soonest. */
const STEPS: readonly Step[] = [
  {
    name: 'types',
    remedy: 'Fix the types; one context alone: npx tsc -b <folder>',
    findFaults: program('tsc', '-b', '--pretty'),
  },
  {
    name: 'lint',
    remedy: 'npm run format fixes some; the rest by hand',
    findFaults: program('oxlint'),
  },
  {
    name: 'dead code',
    remedy: 'Delete what nothing uses, or drop the export keyword',
    findFaults: program('knip', '--no-progress'),
  },
  {
    name: 'format',
    remedy: 'npm run format',
    findFaults: program('oxfmt', '--check', '.'),
  },
  {
    name: 'import rules',
    remedy: 'import-rules.mjs says who may import whom, docs/architecture.md why',
    findFaults: program('oxlint', '-c', 'import-rules.mjs'),
  },
  {
    name: 'house rules',
    remedy: 'scripts/check/house.ts holds the rules and their limits',
    findFaults: () => Promise.resolve(findHouseFaults(REPOSITORY_ROOT).join('\n')),
  },
  {
    name: 'migrations',
    remedy: 'docs/operations.md, Migrations, says how large tables are changed',
    findFaults: () => Promise.resolve(findLockingMigrations(REPOSITORY_ROOT)),
  },
];

/** Each tool is itself parallel, so more steps at once would only wait. */
const STEPS_AT_ONCE = 2;

async function work(queue: Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (let step = queue.shift(); step; step = queue.shift()) {
    const startedAt = performance.now();
    const faults = await step.findFaults();
    const duration = inSeconds(performance.now() - startedAt);
    if (!faults) {
      console.log(`✓ ${step.name} ${duration}`);
      continue;
    }
    failed.push(step.name);
    console.log(`✗ ${step.name} ${duration}\n${faults}\n→ ${step.remedy}\n`);
  }
  return failed;
}

const queue = [...STEPS];
const failed = (await Promise.all(Array.from({ length: STEPS_AT_ONCE }, () => work(queue)))).flat();
console.log(`check: ${STEPS.length - failed.length} passed, ${failed.length} failed`);
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
