/**
 * `npm run defences`: takes each defence of `defences.ts` out of a copy of the last commit, one at a time, runs the
 * tests that are to notice, and prints what they said. Exit code 1 when one was not missed. `--only WORDS` tries
 * those alone whose words contain it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import type { Defence } from './defence.ts';
import { DEFENCES } from './defences.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const git = (...words: string[]): void =>
  void execFileSync('git', words, { cwd: REPOSITORY_ROOT, stdio: 'ignore' });

/** What the tests said without a defence: what failed first, or that nothing did. */
function without({ file, line, without: instead, test }: Defence, copy: string): string {
  const at = path.join(copy, file);
  const source = readFileSync(at, 'utf8');
  writeFileSync(
    at,
    source.replace(line, () => instead),
  );
  try {
    const { stdout } = spawnSync(
      'npx',
      ['vitest', 'run', '--bail', '1', '--reporter', 'json', ...test.split(' ')],
      { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    return firstFailure(stdout);
  } finally {
    writeFileSync(at, source);
  }
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
    readonly message: string;
  }[];
}

function firstFailure(stdout: string): string {
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  // A file that does not even load says nothing of the defence.
  if (!failed && report.testResults.some(({ message }) => message !== ''))
    return '✗ the tests did not run';
  return failed ? `✓ ${failed.fullName}` : `✗ ${report.numPassedTests} tests pass without it`;
}

const copy = path.join(mkdtempSync(path.join(tmpdir(), 'goodies-defences-')), 'copy');
git('worktree', 'add', '--detach', copy, 'HEAD');
try {
  symlinkSync(path.join(REPOSITORY_ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (const defence of DEFENCES.filter(({ against }) => against.includes(values.only))) {
    const said = without(defence, copy);
    if (said.startsWith('✗')) process.exitCode = 1;
    console.log(`against ${defence.against}\n  ${said}`);
  }
} finally {
  git('worktree', 'remove', '--force', copy);
  rmSync(path.dirname(copy), { recursive: true, force: true });
}
