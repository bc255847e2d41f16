import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from './build-parts.mjs';

let root = '';
const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const current = (): string => fingerprint(root, ['src', 'index.html']);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'goodies-build-'));
  put('src/app/a.ts', 'export {};\n');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('what a build was made from', () => {
  it('stays the same while nothing is touched', () => {
    expect(current()).toBe(current());
  });

  const changes: readonly (readonly [string, () => void])[] = [
    ['a file is added', () => put('src/b.ts', '')],
    ['a file is removed', () => rmSync(path.join(root, 'src/app/a.ts'))],
    ['a file grows', () => put('src/app/a.ts', 'export const a = 1;\n')],
    [
      'an older file of the same size takes its place',
      () => utimesSync(path.join(root, 'src/app/a.ts'), 1, 1),
    ],
    ['a source that was not there appears', () => put('index.html', '<p>')],
  ];
  it.each(changes)('differs when %s', (_, change) => {
    const before = current();
    change();
    expect(current()).not.toBe(before);
  });

  it('does not care about tests and other folders', () => {
    const before = current();
    put('src/app/a.test.ts', '');
    put('docs/a.md', '');
    expect(current()).toBe(before);
  });
});
