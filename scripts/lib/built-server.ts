import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from './free-port.ts';
import { REPOSITORY_ROOT } from './repository.ts';

const ENTRY = 'dist/server/main.js';
/**
 * Optimizing the embedded database's code takes half of a start's processor time, and these servers
 * run for seconds.
 */
const TEST_FLAGS = ['--enable-source-maps', '--liftoff-only'];
/** The first start of the embedded database takes seconds on a busy machine. */
const START_TIMEOUT_MS = 180_000;
const START_POLL_INTERVAL_MS = 100;

export interface BuiltServerOptions {
  readonly checkout?: string;
  /** A restarted server needs its old port. */
  readonly port?: number;
  /** `stop` removes the default temporary folder and leaves a given one. */
  readonly dataDir?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface BuiltServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
  /** Sends SIGKILL and leaves the data, as a power failure does. */
  readonly stop: () => Promise<number | null>;
  readonly kill: () => Promise<void>;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

export async function startBuiltServer(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const port = options.port ?? (await findFreePort());
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'goodies-data-'));
  const cwd = options.checkout ?? REPOSITORY_ROOT;
  const child = spawn(process.execPath, [...(options.flags ?? TEST_FLAGS), path.join(cwd, ENTRY)], {
    cwd,
    env: {
      ...process.env,
      // A build in this process sets `production`, which requires production settings.
      NODE_ENV: 'test',
      PORT: `${port}`,
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', killNow);
    if (hasEnded()) return;
    child.kill(signal);
    await ended;
  };
  const stop = async () => {
    await end('SIGTERM');
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    return child.exitCode;
  };

  const url = `http://localhost:${port}`;
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (hasEnded() || Date.now() > deadlineMs) {
      await stop();
      throw new Error(`the server did not become ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, START_POLL_INTERVAL_MS));
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    ended,
    stop,
    kill: () => end('SIGKILL'),
  };
}
