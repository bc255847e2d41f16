import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { REPOSITORY_ROOT as ROOT } from '../lib/repository.ts';

/** OWASP ASVS 5.0.0 has this many requirements at levels 1 and 2. */
const REQUIREMENTS = 253;
const STATES = ['met', 'operator', 'n/a', 'open'];

/** Only the column between these four is quoted and may contain commas. */
const rows = readFileSync(path.join(ROOT, 'docs/asvs.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [requirement = '', level = '', state = ''] = line.split(',');
    const tests = line.slice(line.lastIndexOf(',') + 1);
    return { requirement, level, state, tests: tests.split(' ').filter(Boolean) };
  });

it('the ASVS record has each requirement of levels 1 and 2 once', () => {
  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(REQUIREMENTS);
  expect(rows).toHaveLength(REQUIREMENTS);
});

it.each(rows)('ASVS $requirement has a level, a state and tests', ({ level, state, tests }) => {
  expect(['1', '2']).toContain(level);
  expect(STATES).toContain(state);
  if (state === 'met') expect(tests).not.toEqual([]);
});

it('the ASVS record and the threat model name only tests that exist', () => {
  const threatModel = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const named = [
    ...rows.flatMap(({ tests }) => tests),
    ...[...threatModel.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts))`/g)].map(
      ([, file = '']) => file,
    ),
  ];
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
