import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { fetchApi } from '../fixtures/e2e/people.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A first start without demo data is a few seconds shorter. */
const NO_DEMO = { GOODIES_DEMO: '0' };

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** A command of the README, in a process group of its own so that it ends whole. */
function run(command: string, args: readonly string[], env: Record<string, string>): Started {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

async function exitCodeOf({ child }: Started): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

test.describe('starting Goodies', () => {
  let dataDir: string;
  test.beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-start-'));
  });
  test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test('one command serves app and API and says where; SIGTERM ends it in order', async () => {
    test.slow();
    const port = await findFreePort();
    const started = run('npm', ['start'], { PORT: `${port}`, DATA_DIR: dataDir });
    try {
      await expect.poll(started.output, { timeout: 120_000 }).toContain('Goodies is ready at');
      expect(started.output()).toContain(`http://localhost:${port}`);
      expect(started.output()).toContain('ada@goodies.test');
      expect(started.output()).toContain(dataDir);
      expect((await fetch(`http://localhost:${port}/welcome`)).status).toBe(200);
      expect((await fetch(`http://localhost:${port}/api/v1/regions`)).status).toBe(200);
    } finally {
      if (started.child.pid) process.kill(-started.child.pid, 'SIGTERM');
      await exitCodeOf(started);
    }
    const again = await startBuiltServer({ dataDir });
    expect(again.output()).not.toContain('planted just now');
    expect(await again.stop()).toBe(0);
  });

  test('a killed process loses nothing that it acknowledged', async () => {
    const server = await startBuiltServer({ dataDir, env: NO_DEMO });
    const account = {
      username: 'survivor',
      email: 'survivor@goodies.test',
      password: 'long enough',
    };
    const signUp = await fetchApi(server.url, '/api/v1/register', { body: account });
    expect(signUp.status).toBe(201);
    await server.kill();
    const restarted = await startBuiltServer({ dataDir, env: NO_DEMO });
    try {
      const login = { email: account.username, password: account.password };
      expect((await fetchApi(restarted.url, '/api/login', { body: login })).status).toBe(200);
    } finally {
      await restarted.stop();
    }
  });

  test('bad configuration is one clear line per fault and exit 1', async () => {
    const started = run(process.execPath, ['dist/server/main.js'], {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DATA_DIR: dataDir,
    });
    expect(await exitCodeOf(started)).toBe(1);
    const lines = started.output().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('PORT');
    expect(lines[1]).toContain('LOG_LEVEL');
  });

  test('a second server on the same embedded database is refused', async () => {
    const first = await startBuiltServer({ dataDir, env: NO_DEMO });
    try {
      const second = run(process.execPath, ['dist/server/main.js'], {
        PORT: `${await findFreePort()}`,
        DATA_DIR: dataDir,
      });
      expect(await exitCodeOf(second)).toBe(1);
      expect(second.output()).toContain('is Goodies already running on this folder?');
    } finally {
      await first.stop();
    }
  });
});
