import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';

const ENTRY = 'dist/server/main.js';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The embedded database's code is compiled once, quickly: improving it takes half of a start's processor
 * time, and these servers run for seconds.
 */
const TEST_FLAGS = ['--enable-source-maps', '--liftoff-only'];
/** The first start of the embedded database takes seconds on a busy machine. */
const START_TIMEOUT_MS = 180_000;
const START_POLL_INTERVAL_MS = 100;

export interface BuiltServerOptions {
  /** Folder of another checkout, which is built; this one by default. */
  readonly checkout?: string;
  /** A free one by default; give the old one to come back at the same address. */
  readonly port?: number;
  /** A new temporary folder by default, which `stop` removes; one that is given is kept. */
  readonly dataDir?: string;
  /** Node's own flags, instead of those that suit servers which run for seconds. */
  readonly flags?: readonly string[];
  /** Settings on top of the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The server as `npm start` runs it, in a process of its own. */
export interface BuiltServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Everything that it has printed. */
  readonly output: () => string;
  /** Resolves when the process ends, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Ends the process as an operator does; resolves with its exit code, null when a signal ended it. */
  readonly stop: () => Promise<number | null>;
  /** Ends the process as a power cut does, and keeps its data. */
  readonly kill: () => Promise<void>;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts the built server and waits until it is ready to serve.
 * @throws Error with what it printed when it ends or is not ready in time.
 */
export async function startBuiltServer(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const port = options.port ?? (await findFreePort());
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'goodies-data-'));
  const cwd = options.checkout ?? ROOT;
  const child = spawn(process.execPath, [...(options.flags ?? TEST_FLAGS), path.join(cwd, ENTRY)], {
    cwd,
    env: {
      ...process.env,
      // A build in this process leaves `production` here, which asks for settings of real use.
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
  return { url, port, dataDir, output: () => output, ended, stop, kill: () => end('SIGKILL') };
}
