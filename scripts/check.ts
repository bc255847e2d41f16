/**
 * `npm run check`: everything that can be said about the code without running it.
 * Prints each step with its time, and for a failed one what to do about it; exits 1 when any failed.
 */
import { findUnexplainedDependencies } from './check/dependency-notes.ts';
import { findViolations } from './check/dependency-rules.ts';
import { readModuleGraph } from './check/module-graph.ts';
import { findLongStyles } from './check/size-limits.ts';
import { REPOSITORY_ROOT } from './lib/repository.ts';
import { inSeconds, runCommand } from './lib/run-command.ts';

interface Step {
  readonly name: string;
  /** What to do when it fails. */
  readonly remedy: string;
  /** Empty when all is well, else what to print. */
  readonly findFaults: () => Promise<string>;
}

const program =
  (command: string, ...args: string[]) =>
  async (): Promise<string> => {
    const { exitCode, output } = await runCommand(command, args);
    return exitCode === 0 ? '' : output.trim() || `${command} ended with exit code ${exitCode}`;
  };

const listing = (find: () => readonly string[]) => (): Promise<string> =>
  Promise.resolve(find().join('\n'));

const importRules = (): string[] =>
  findViolations(readModuleGraph(REPOSITORY_ROOT)).map(
    ({ rule, at, message }) => `${at}  ${message}  (${rule})`,
  );

/** Longest first, so that two processors are done soonest. */
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
    remedy: 'docs/architecture.md says who may import whom',
    findFaults: listing(importRules),
  },
  {
    name: 'style sheets',
    remedy: 'Split the file along components',
    findFaults: listing(() => findLongStyles(REPOSITORY_ROOT)),
  },
  {
    name: 'dependency notes',
    remedy: 'Keep docs/dependencies.md and package.json in step',
    findFaults: listing(() => findUnexplainedDependencies(REPOSITORY_ROOT)),
  },
];

/** Steps at the same time; each of the tools is itself parallel, so more would only wait. */
const STEPS_AT_ONCE = 2;

/** Takes steps from the shared queue until it is empty; returns the names of those that failed. */
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
