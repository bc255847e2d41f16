import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../lib/repository.ts';
import { askTool, configuration, inRepository } from './small-repository.ts';

interface Report {
  readonly issues: readonly {
    readonly file: string;
    readonly files: readonly unknown[];
    readonly exports: readonly unknown[];
    readonly cycles: readonly unknown[];
  }[];
}

it('refuses dead files and exports, those of constants too, and circles through lazy imports', () => {
  const { issues } = askTool(
    {
      ...configuration('knip.json'),
      'package.json': '{}',
      'src/app/entry-server.tsx':
        "import '../../contract/constants.ts';\nvoid import('./lazy.ts');\nexport const own = 1;\n",
      'src/app/lazy.ts':
        "import { own } from './entry-server.tsx';\nexport const text = `${own}`;\n",
      'src/app/dead.ts': 'export const dead = 1;\n',
      'contract/constants.ts': 'export const UNUSED_MS = 1;\n',
    },
    'knip',
    '--no-progress',
    '--reporter=json',
  ) as Report;
  const kindsOf = (issue: Report['issues'][number]): string[] =>
    (['files', 'exports', 'cycles'] as const).filter((kind) => issue[kind].length > 0);
  expect(issues.map((issue) => `${issue.file} ${kindsOf(issue).join(' ')}`).toSorted()).toEqual([
    'contract/constants.ts exports',
    'src/app/dead.ts files',
    'src/app/lazy.ts cycles',
  ]);
});

it('fails on an import circle alone', () => {
  const files = {
    ...configuration('knip.json'),
    'package.json': '{}',
    'src/app/entry-server.tsx': "import './one.ts';\n",
    'src/app/one.ts': "import './two.ts';\n",
    'src/app/two.ts': "import './one.ts';\n",
  };
  const knip = path.join(REPOSITORY_ROOT, 'node_modules', '.bin', 'knip');
  const { status, stdout } = inRepository(files, (cwd) =>
    spawnSync(knip, ['--no-progress'], { cwd, encoding: 'utf8' }),
  );
  expect(stdout).toContain('one.ts');
  expect(status).toBe(1);
});
