import { expect, it } from 'vitest';
import { lint } from './small-repository.ts';

const MOCK = "import { vi } from 'vitest';\nvi.mock('./a.ts', () => ({ a: 1 }));\n";

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
  'server/word.ts': { rule: 'id-denylist', source: 'export const patience = 1;\n' },
  'src/mock.test.ts': { rule: 'no-restricted-properties', source: MOCK },
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

const sources = Object.entries(BREACHES).map(([file, { source }]) => [file, source] as const);
const reported = lint(
  {
    'tsconfig.json': JSON.stringify(TSCONFIG),
    ...Object.fromEntries(sources),
    'src/mock.ui.test.tsx': MOCK,
  },
  '.oxlintrc.json',
);

it.each(Object.entries(BREACHES))('%s breaks $rule', (file, { rule }) => {
  const codes = reported.filter(({ filename }) => filename === file).map(({ code }) => code);
  expect(codes).toContainEqual(expect.stringContaining(rule));
});

it('lets a test mock a module that it shares with none', () => {
  expect(reported.filter(({ filename }) => filename === 'src/mock.ui.test.tsx')).toEqual([]);
});
