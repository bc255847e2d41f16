import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { needsNoTransaction } from '../../server/db/migrate.ts';
import { listFiles, REPOSITORY_ROOT } from '../lib/repository.ts';

const SQUAWK = path.join(REPOSITORY_ROOT, 'node_modules', '.bin', 'squawk');
const FOLDER = 'server/db/migrations/';
/** Earlier ones were applied before there was this check. */
const FROM = '0052';

const NOT_HERE = [
  // server/db/migrate.ts sets it.
  'require-lock-timeout',
  // What takes long must not lock, which the other rules see to.
  'require-statement-timeout',
  // Users and vouchers have integers as ids.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
];

/** Refuses migrations that lock a large table for long, or cannot be run again after they died halfway. */
export function findLockingMigrations(root: string): string {
  const files = listFiles(root)
    .filter((file) => file.startsWith(FOLDER) && file.endsWith('.sql'))
    .filter((file) => file.slice(FOLDER.length) >= FROM)
    .map((file) => path.join(root, file));
  const isAlone = (file: string): boolean => needsNoTransaction(readFileSync(file, 'utf8'));
  const together = files.filter((file) => !isAlone(file));
  return lint(together, '--assume-in-transaction') + lint(files.filter(isAlone));
}

function lint(files: readonly string[], ...options: readonly string[]): string {
  if (files.length === 0) return '';
  const rules = ['--pg-version=15', ...NOT_HERE.map((rule) => `--exclude=${rule}`)];
  const { status, stdout, stderr } = spawnSync(SQUAWK, [...rules, ...options, ...files], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return status === 0 ? '' : `${stdout}${stderr}` || `squawk ended with exit code ${status}`;
}
