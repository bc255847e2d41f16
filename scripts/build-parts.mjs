// This file is plain JavaScript, because `npm start` needs it on a Node that runs no TypeScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} sources Files and folders that it is built from.
 * @property {string} result A file that exists when it is built.
 * @property {readonly string[]} command Arguments of vite.
 */

const CLIENT_SOURCES = ['src', 'contract', 'local', 'workers', 'sw', 'public', 'vite.config.ts'];
const SHARED_SOURCES = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

/** @type {readonly Part[]} */
const PARTS = [
  {
    name: 'app',
    sources: [...CLIENT_SOURCES, ...SHARED_SOURCES, 'index.html', 'documents'],
    result: 'dist/documents.json',
    command: ['build'],
  },
  {
    name: 'server',
    sources: ['server', 'contract', 'documents', 'vite.server.config.ts', ...SHARED_SOURCES],
    result: 'dist/server/main.js',
    command: ['build', '--config', 'vite.server.config.ts'],
  },
];

const stampFile = (/** @type {Part} */ part) => path.join(ROOT, 'dist', '.stamps', part.name);

/**
 * Leaves out tests, because they are not part of a build.
 * @param {string} at
 * @param {string[]} lines
 */
function describeFiles(at, lines) {
  const stat = statSync(at, { throwIfNoEntry: false });
  if (!stat || /\.test\.tsx?$/.test(at)) return;
  if (!stat.isDirectory()) {
    lines.push(`${at} ${stat.size} ${stat.mtimeMs}`);
    return;
  }
  for (const name of readdirSync(at).toSorted()) describeFiles(path.join(at, name), lines);
}

/**
 * Reads only `stat`, no contents, to be fast.
 * @param {string} root
 * @param {readonly string[]} sources files and folders below it; one that does not exist is empty
 */
export function fingerprint(root, sources) {
  /** @type {string[]} */
  const lines = [];
  for (const source of sources) describeFiles(path.join(root, source), lines);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** @param {Part} part */
function isUpToDate(part) {
  const stamp = stampFile(part);
  if (!existsSync(stamp) || !existsSync(path.join(ROOT, part.result))) return false;
  return readFileSync(stamp, 'utf8') === fingerprint(ROOT, part.sources);
}

/**
 * @param {Part} part
 * @returns {Promise<void>}
 */
async function build(part) {
  const startedAt = performance.now();
  const stamp = stampFile(part);
  rmSync(stamp, { force: true });
  // The fingerprint is taken before the build, so that a file written meanwhile makes the result
  // stale.
  const before = fingerprint(ROOT, part.sources);
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, ...part.command, '--logLevel', 'warn'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (exitCode !== 0) throw new Error(`building ${part.name} failed`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, before);
  console.log(`built ${part.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/**
 * @param {{ force?: boolean }} [options] force: also what is up to date
 * @throws {Error} when a part does not build; its message contains the output
 */
export async function buildParts({ force = false } = {}) {
  await Promise.all(PARTS.filter((part) => force || !isUpToDate(part)).map(build));
}
