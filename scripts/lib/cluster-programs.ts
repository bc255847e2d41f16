import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

import { onMachine, onPath } from './on-path.ts';
import { findPostgresPrograms } from './postgres-cluster.ts';

/** What a cluster is made of besides nodes. */
export interface Programs {
  /** The folder with PostgreSQL's. */
  readonly postgres: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
}

/** A package that installs a service asks here whether it may start. */
const POLICY = '/usr/sbin/policy-rc.d';

/** Those that are installed. @returns the packages of Debian that are missing where some are */
export function findPrograms(): Programs | readonly string[] {
  const [postgres, pgbouncer, haproxy] = [
    findPostgresPrograms(),
    onMachine('pgbouncer'),
    onMachine('haproxy'),
  ];
  if (postgres && pgbouncer && haproxy) return { postgres, pgbouncer, haproxy };
  return [
    ...(postgres ? [] : ['postgresql']),
    ...(pgbouncer ? [] : ['pgbouncer']),
    ...(haproxy ? [] : ['haproxy']),
  ];
}

/** Installs Debian's packages and starts none of their services. @returns whether it could */
function install(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return false;
  const hasPolicy = existsSync(POLICY);
  if (!hasPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const apt = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
  const tryIt = (): boolean => apt('install', '-y', '--no-install-recommends', ...packages);
  try {
    return tryIt() || (apt('update') && tryIt());
  } finally {
    if (!hasPolicy) rmSync(POLICY);
  }
}

/**
 * Finds the programs, or installs what is missing where this is root's.
 * @returns undefined where some cannot be had, after saying so
 */
export function ensurePrograms(): Programs | undefined {
  const found = findPrograms();
  if ('postgres' in found) return found;
  const now = install(found) ? findPrograms() : found;
  if ('postgres' in now) return now;
  console.error(`!!! NOT RUN: the cluster needs ${now.join(', ')}, as Debian calls them. !!!`);
  return undefined;
}
