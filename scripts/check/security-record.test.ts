import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { REPOSITORY_ROOT as ROOT } from '../lib/repository.ts';

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; they are numbered from 1. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const STATES = ['met', 'operator', 'n/a', 'open'];

const record = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');

interface Row {
  readonly numbers: readonly string[];
  readonly state: string;
  readonly how: string;
  readonly tests: readonly string[];
}

/** `10.4.1–10.4.11` as the eleven that it stands for. */
function numbersIn(cell: string): string[] {
  const [first = '', last = first] = cell.split('–');
  const section = first.slice(0, first.lastIndexOf('.'));
  const [from, to] = [first, last].map((number) => Number(number.split('.')[2]));
  if (!from || !to) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
}

const rows: readonly Row[] = record
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, numbers = '', state = '', how = '', tests = '']) => ({
    numbers: numbersIn(numbers),
    state,
    how,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));

it('the record of security has each requirement of ASVS 5.0.0 at levels 1 and 2 once', () => {
  const required = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  );
  expect(required).toHaveLength(253);
  expect(rows.flatMap(({ numbers }) => numbers)).toEqual(required);
});

it.each(rows)('$numbers says how it stands, and what shows it', ({ state, how, tests }) => {
  expect(STATES).toContain(state);
  expect(how.length).toBeGreaterThan(1);
  if (state === 'met') expect(tests).not.toEqual([]);
});

it('names only tests that exist', () => {
  const named = [...record.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts))`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
