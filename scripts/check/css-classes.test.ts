import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) =>
  join(SRC, path),
);
const SHEETS = FILES.filter((path) => path.endsWith('.module.css'));
const CODE = FILES.filter((path) => /\.tsx?$/.test(path)).map((path) => ({
  path,
  source: readFileSync(path, 'utf8'),
}));

interface Uses {
  readonly names: Set<string>;
  /** A class picked by a variable, as in css[variant]: any class of the sheet may be meant. */
  readonly dynamic: boolean;
}

function classesOf(sheet: string): string[] {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '');
  return [...new Set([...plain.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))];
}

function usesOf(sheetPath: string): Uses {
  const keys = CODE.flatMap(({ path, source }) =>
    [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
      .filter(([, , from = '']) => resolve(dirname(path), from) === sheetPath)
      .flatMap(([, local = '']) => [
        ...source.matchAll(new RegExp(`\\b${local}\\[([^\\]]+)\\]`, 'g')),
      ])
      .map(([, key = '']) => key),
  );
  const names = keys.flatMap((key) => /^'([^']+)'$/.exec(key)?.[1] ?? []);
  return { names: new Set(names), dynamic: names.length < keys.length };
}

test('there are stylesheets to look at', () => {
  expect(SHEETS.length).toBeGreaterThan(30);
});

test.each(SHEETS.map((path) => [relative(SRC, path), path] as const))(
  '%s: every class named by a component exists, and none stands unused',
  (_, path) => {
    const defined = classesOf(readFileSync(path, 'utf8'));
    const { names, dynamic } = usesOf(path);
    expect([...names].filter((name) => !defined.includes(name))).toEqual([]);
    if (!dynamic) expect(defined.filter((name) => !names.has(name))).toEqual([]);
  },
);
