import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';

import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { deviceToken } from '../../server/abuse/device-token.ts';
import { createSecrets } from '../../server/config/secrets.ts';
import { sumOf } from '../statistics.ts';
import { fill, tokenOf } from './fill.ts';
import { clusterTime, type ProcessorTime } from './processor-time.ts';

const SECRET = 'a secret of the benchmark, which seals nothing real';
const secrets = createSecrets(SECRET);

/** The production image runs Node with these settings. */
export const NODE_SETTINGS = {
  NODE_ENV: 'production',
  NODE_OPTIONS: '--max-semi-space-size=64',
};

/** Production runs behind one proxy, which forwards the client's address. */
const SETTINGS = {
  ...NODE_SETTINGS,
  PUBLIC_ORIGIN: 'https://goodies.test',
  GOODIES_SECRET: SECRET,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Goodies <no-reply@goodies.example>',
  TRUST_PROXY: '1',
  METRICS_TOKEN: 'a token of the benchmark',
};

export interface Stand {
  readonly name: string;
  readonly url: string;
  readonly databaseUrl: string;
  readonly stop: () => Promise<unknown>;
}

export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @returns its address */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  await withClient(clusterUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Nodes in production do not migrate; those of a checkout without the command do. */
function migrate(checkout: string, env: Readonly<Record<string, string>>): void {
  const command = path.join(checkout, 'dist/server/migrate.js');
  if (existsSync(command))
    execFileSync(process.execPath, [command], { env: { ...process.env, ...env }, stdio: 'ignore' });
}

export interface StandOptions {
  /** Folder of another built checkout; undefined for this one. */
  readonly checkout?: string | undefined;
  /** Sends statements without names, as behind a pooler by transaction. */
  readonly isUnnamed?: boolean;
}

export async function openStand(
  clusterUrl: string,
  { checkout, isUnnamed = false }: StandOptions,
  passwordHash: string,
): Promise<Stand> {
  const name = isUnnamed ? 'unnamed' : checkout === undefined ? 'now' : 'old';
  const database = `bench_${name}`;
  const databaseUrl = await createDatabase(clusterUrl, database);
  const env = {
    ...SETTINGS,
    DATABASE_URL: databaseUrl,
    ...(isUnnamed && { DATABASE_DIRECT_URL: databaseUrl }),
  };
  migrate(checkout ?? REPOSITORY_ROOT, env);
  const server = await startBuiltServer({
    ...(checkout === undefined ? {} : { checkout }),
    flags: [],
    env,
  });
  console.error(`filling ${database}`);
  await withClient(databaseUrl, (client) => fill(client, passwordHash));
  return { name, url: server.url, databaseUrl, stop: server.stop };
}

const ID_DIGITS = 12;

export function headersOf(n: number): Record<string, string> {
  const device = `bench-device-${String(n).padStart(ID_DIGITS, '0')}`;
  return {
    authorization: `Bearer ${tokenOf(n)}`,
    'x-device-id': device,
    'x-device-token': deviceToken(secrets, device, 1),
    'x-forwarded-for': `41.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  };
}

export async function readMetrics({ url }: Stand): Promise<string> {
  const headers = { authorization: `Bearer ${SETTINGS.METRICS_TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

export async function readProcessorTime(stand: Stand, postmaster: number): Promise<ProcessorTime> {
  const seconds = sumOf(await readMetrics(stand), 'process_cpu_seconds_total');
  return { server: seconds * 1000, database: clusterTime(postmaster) };
}
