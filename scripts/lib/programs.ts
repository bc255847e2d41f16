import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findPostgresPrograms } from './postgres-cluster.ts';

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);

/** Debian puts a service's program where only root's PATH leads. */
export const onMachine = (name: string): string | undefined =>
  onPath(name) ?? [`/usr/sbin/${name}`].find(isExecutable);

/** Debian's package of each program that a cluster needs. */
const CLUSTER_PACKAGES = {
  postgres: 'postgresql',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  patroni: 'patroni',
  etcd: 'etcd-server',
  ip: 'iproute2',
} as const;

/** Paths of programs; of PostgreSQL the folder. */
export type ClusterPrograms = Readonly<Record<keyof typeof CLUSTER_PACKAGES, string>>;

/** @returns the missing packages of Debian where some are */
export function findClusterPrograms(): ClusterPrograms | readonly string[] {
  const found = Object.keys(CLUSTER_PACKAGES).map((name) => {
    const program = name === 'postgres' ? findPostgresPrograms() : onMachine(name);
    return [name, program] as const;
  });
  const missing = found.filter(([, program]) => program === undefined).map(([name]) => name);
  if (missing.length === 0) return Object.fromEntries(found) as ClusterPrograms;
  return missing.map((name) => CLUSTER_PACKAGES[name as keyof typeof CLUSTER_PACKAGES]);
}

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

export interface Engines {
  readonly firefox: string | undefined;
  readonly webkit: WebKitPrograms | undefined;
  readonly missing: readonly string[];
}

const foldersOf = (folder: string, pattern: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => path.join(folder, name))
    : [];

/** Debian puts it outside PATH, in a folder by machine and version. */
const findMiniBrowser = (): string | undefined =>
  foldersOf('/usr/lib', /-linux-gnu/)
    .flatMap((folder) => foldersOf(folder, /^webkit2gtk-/))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find(isExecutable);

function findWebKit(): WebKitPrograms | undefined {
  const [driver, browser, display] = [onPath('WebKitWebDriver'), findMiniBrowser(), onPath('Xvfb')];
  return driver && browser && display ? { driver, browser, display } : undefined;
}

export function findEngines(): Engines {
  const firefox = onPath('firefox-esr') ?? onPath('firefox');
  const webkit = findWebKit();
  const missing = [
    ...(firefox ? [] : ['firefox-esr']),
    ...(webkit ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
  return { firefox, webkit, missing };
}
