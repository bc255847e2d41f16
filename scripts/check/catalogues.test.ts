import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ERRORS } from '../../contract/errors.ts';
import { MESSAGES } from '../../contract/messages.ts';
import { REPOSITORY_ROOT, listFiles } from '../lib/repository.ts';

const CATALOGUES = /^contract\/(?:errors\/|(?:errors|messages)\.ts$)/;

/** What runs, without tests and the catalogues themselves. */
const sources = ['contract', 'local', 'workers', 'sw', 'src', 'server']
  .flatMap((folder) => listFiles(REPOSITORY_ROOT, folder))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !CATALOGUES.test(file))
  .map((file) => readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'))
  .join('\n');

// Knip reports exports that nothing uses, but not rows of an object.
it('has no error that nothing fails with', () => {
  const dead = Object.keys(ERRORS).filter(
    (code) => !new RegExp(`'${code}'|\\bERRORS\\.${code}\\b`).test(sources),
  );
  expect(dead).toEqual([]);
});

it('has no message that nothing says', () => {
  const dead = Object.keys(MESSAGES).filter(
    (name) => !new RegExp(`\\bMESSAGES\\.${name}\\b`).test(sources),
  );
  expect(dead).toEqual([]);
});
