import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../lib/repository.ts';

/** A breach of each rule that the house counts on, by file; the comment says what must be reported. */
const BREACHES: Readonly<Record<string, { rule: string; source: string }>> = {
  'server/floating.ts': {
    rule: 'no-floating-promises',
    source: 'const save = async () => 1;\nexport const run = () => {\n  save();\n};\n',
  },
  'server/misused.ts': {
    rule: 'no-misused-promises',
    source:
      'export const run = (list: number[]) => list.forEach(async (n) => Promise.resolve(n));\n',
  },
  'server/any.ts': { rule: 'no-explicit-any', source: 'export const a = (b: any) => String(b);\n' },
  'server/long-function.ts': {
    rule: 'max-lines-per-function',
    source: `export function long(n: number) {\n${'  n += 1;\n'.repeat(70)}  return n;\n}\n`,
  },
  'server/long-file.ts': {
    rule: 'max-lines',
    source: Array.from({ length: 401 }, (_, n) => `export const a${n} = ${n};\n`).join(''),
  },
  'sw/log.ts': { rule: 'no-console', source: "console.log('x');\nexport {};\n" },
  'workers/log.ts': { rule: 'no-console', source: "console.warn('x');\nexport {};\n" },
  'src/ui/hooks.tsx': {
    rule: 'rules-of-hooks',
    source:
      "import { useState } from 'react';\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n",
  },
  'src/ui/deps.tsx': {
    rule: 'exhaustive-deps',
    source:
      "import { useEffect } from 'react';\nexport function A({ name }: { name: string }) {\n  useEffect(() => {\n    document.title = name;\n  }, []);\n  return null;\n}\n",
  },
  'src/ui/picture.tsx': {
    rule: 'alt-text',
    source: 'export const A = () => <img src="/a.png" />;\n',
  },
  'src/ui/default.tsx': { rule: 'no-default-export', source: 'export default 1;\n' },
};

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    module: 'ESNext',
    strict: true,
    jsx: 'react-jsx',
    noEmit: true,
  },
};

let root = '';
let reported: { file: string; code: string }[] = [];

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'goodies-lint-'));
  copyFileSync(path.join(REPOSITORY_ROOT, '.oxlintrc.json'), path.join(root, '.oxlintrc.json'));
  symlinkSync(path.join(REPOSITORY_ROOT, 'node_modules'), path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  for (const [file, { source }] of Object.entries(BREACHES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  const linter = path.join(REPOSITORY_ROOT, 'node_modules', '.bin', 'oxlint');
  const { stdout, status } = spawnSync(linter, ['--format=json'], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(1);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string }[];
  };
  reported = diagnostics.map(({ filename, code }) => ({ file: filename, code }));
});

afterAll(() => rmSync(root, { recursive: true }));

describe('lint rules', () => {
  it.each(Object.entries(BREACHES))('%s breaks $rule', (file, { rule }) => {
    const codes = reported.filter((entry) => entry.file === file).map((entry) => entry.code);
    expect(codes).toContainEqual(expect.stringContaining(rule));
  });
});
