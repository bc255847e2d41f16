// `npm test`, with `--long` `npm run test:long`, stops at the first stage that fails.
import { findPostgresPrograms } from './lib/postgres-cluster.ts';
import { ensureBrowsers } from './find-browser.ts';
import { findClusterPrograms, findEngines, onMachine, onPath } from './lib/programs.ts';
import { inSeconds, runCommand } from './lib/run-command.ts';
import { countTests } from './lib/test-counts.ts';

interface Stage {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** A reason not to run on this machine, and how to change that. */
  readonly missing?: () => string | undefined;
  readonly prepare?: () => Record<string, string>;
}

interface Verdict {
  readonly stage: string;
  readonly state: 'passed' | 'failed' | 'missing' | 'not run';
  readonly durationMs: number;
  readonly passed: number;
  readonly failed: number;
  readonly note?: string;
}

const toInstall = (missing: readonly string[]): string | undefined =>
  missing.length === 0
    ? undefined
    : `Missing: ${missing.join(', ')}. Install with: apt-get install ${missing.join(' ')}`;

const missingPostgres = (): string | undefined =>
  findPostgresPrograms() ? undefined : toInstall(['postgresql']);

const missingDatabase = (): string | undefined =>
  process.env['DATABASE_URL'] ? undefined : missingPostgres();

const missingPostfix = (): string | undefined =>
  process.getuid?.() === 0
    ? toInstall(['postfix', 'postgrey'].filter((name) => onMachine(name) === undefined))
    : 'Postfix is started by root only.';

const withBrowser = (): Record<string, string> => ({ CHROMIUM_PATH: ensureBrowsers() });

const NODE_24 = [
  '--yes',
  '--package',
  `node-${process.platform}-${process.arch}@24`,
  '--',
  'node',
  '--import',
  'tsx',
];
const BUILD = { name: 'build', command: process.execPath } as const;

const EVERYDAY: readonly Stage[] = [
  { name: 'check', command: 'tsx', args: ['scripts/check.ts'] },
  { ...BUILD, args: ['scripts/build.mjs'] },
  {
    name: 'unit and API',
    command: 'vitest',
    args: ['run', '--project', 'unit', '--project', 'ui', '--project', 'api'],
  },
  {
    name: 'races and crashes on PostgreSQL',
    command: 'vitest',
    args: ['run', '--project', 'postgres'],
    missing: missingDatabase,
  },
  { name: 'byte budgets', command: 'tsx', args: ['scripts/budgets.ts'] },
  {
    name: 'end to end',
    command: 'playwright',
    args: ['test', '--project', 'flows'],
    prepare: withBrowser,
  },
];

const LONG: readonly Stage[] = [
  { ...BUILD, args: ['scripts/build.mjs', '--stale'] },
  {
    name: 'fuzz, upgrades, growth',
    command: 'vitest',
    args: ['run', '--project', 'long'],
    missing: missingDatabase,
  },
  {
    name: 'peers that others wrote',
    command: 'vitest',
    args: ['run', '--project', 'peers'],
    missing: () => missingDatabase() ?? missingPostfix(),
  },
  { name: 'mutations of money and rules', command: 'stryker', args: ['run'] },
  {
    name: 'pages and mails as HTML',
    command: 'tsx',
    args: ['tests/documents/main.ts'],
    missing: () => (onPath('java') ? undefined : toInstall(['default-jre-headless'])),
  },
  {
    // Node 24 is what the images run. Recovery times are measured elsewhere.
    name: 'chaos, on Node 24',
    command: 'npx',
    args: [...NODE_24, 'tests/chaos/main.ts', '--minutes', '1', '--hold', '5', '--back', '30'],
    missing: missingPostgres,
  },
  {
    name: 'the cluster under faults',
    command: 'tsx',
    args: ['tests/cluster/main.ts', '--test', '--minutes', '0'],
    missing: () => {
      const programs = findClusterPrograms();
      return 'postgres' in programs ? undefined : toInstall(programs);
    },
  },
  {
    name: 'a restore from backups',
    command: 'tsx',
    args: ['tests/restore/main.ts'],
    missing: () => missingPostgres() ?? toInstall(onPath('pgbackrest') ? [] : ['pgbackrest']),
  },
  {
    name: 'every screen',
    command: 'playwright',
    args: ['test', '--project', 'long'],
    prepare: withBrowser,
  },
  {
    name: 'other engines',
    command: 'playwright',
    args: ['test', '--config', 'tests/engines'],
    missing: () => toInstall(findEngines().missing),
  },
];

/** CI has everything installed, so that a stage that cannot run there is a failure. */
const isCi = process.env['CI'] === 'true';

async function runStage(stage: Stage): Promise<Verdict> {
  console.log(`\n── ${stage.name} ──`);
  const nothing = { stage: stage.name, durationMs: 0, passed: 0, failed: 0 };
  const note = stage.missing?.();
  if (note) {
    console.log(`\n!!! NOT RUN: ${stage.name}. ${note} !!!\n`);
    if (isCi) return { ...nothing, state: 'failed', failed: 1, note };
    return { ...nothing, state: 'missing', note };
  }
  try {
    const { exitCode, output, durationMs } = await runCommand(stage.command, stage.args, {
      env: stage.prepare?.() ?? {},
      show: true,
      collect: true,
    });
    const counts = countTests(output) ?? { passed: exitCode === 0 ? 1 : 0, failed: 0 };
    const failed = exitCode === 0 ? counts.failed : Math.max(1, counts.failed);
    const state = failed === 0 ? 'passed' : 'failed';
    return { stage: stage.name, state, durationMs, passed: counts.passed, failed };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...nothing, state: 'failed', failed: 1, note: reason };
  }
}

async function runStages(stages: readonly Stage[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const stage of stages)
    verdicts.push(
      verdicts.some(({ state }) => state === 'failed' || state === 'not run')
        ? { stage: stage.name, state: 'not run', durationMs: 0, passed: 0, failed: 0 }
        : await runStage(stage),
    );
  return verdicts;
}

function summarise(verdicts: readonly Verdict[]): void {
  const MARKS = { passed: '✓', failed: '✗', missing: '!', 'not run': '·' } as const;
  console.log('\n── summary ──');
  for (const { stage, state, durationMs, passed, failed, note } of verdicts) {
    const counts = state === 'not run' ? 'not run' : `${passed} passed, ${failed} failed`;
    const time = durationMs > 0 ? `  ${inSeconds(durationMs)}` : '';
    console.log(`${MARKS[state]} ${stage}: ${counts}${time}${note ? `  (${note})` : ''}`);
  }
  const total = (key: 'passed' | 'failed'): number =>
    verdicts.reduce((sum, verdict) => sum + verdict[key], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
}

const verdicts = await runStages(process.argv.includes('--long') ? LONG : EVERYDAY);
summarise(verdicts);
if (verdicts.some(({ state }) => state === 'failed')) process.exitCode = 1;
