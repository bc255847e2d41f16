import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { TestInfo } from '@playwright/test';

import { ensureBrowsers } from '../../scripts/find-browser.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

const BOMBADIL = path.join(REPOSITORY_ROOT, 'node_modules/.bin/bombadil');
const RULES = path.join(import.meta.dirname, 'rules.ts');
/** Of each size of screen. */
const SECONDS = Number(process.env['GOODIES_EXPLORE_SECONDS'] ?? 45);
const MIN_RUN_MS = 5_000;
const MAX_OVERTIME_MS = 20_000;
const MIN_SCREENS = 8;

interface State {
  readonly action: unknown;
  readonly state: { readonly url: string };
  readonly violations: readonly { readonly name: string; readonly violation: unknown }[];
}

interface Exploring {
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
}

/** It fails by itself at some moments of a page, and hangs at others; what it saw until then counts. */
async function runBombadil(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<void> {
  // A group of its own, so that its browser ends with it.
  const child = spawn(BOMBADIL, args, { env, detached: true, stdio: 'ignore' });
  const end = (): void => {
    // Without an id it never started, and zero would name our own group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, limitMs);
  try {
    await once(child, 'exit');
  } finally {
    clearTimeout(timer);
  }
}

/** @returns what Bombadil saw, a state after each of its actions */
async function explore(
  url: string,
  info: TestInfo,
  { seconds = SECONDS, width = 390, height = 844 }: Exploring = {},
): Promise<State[]> {
  const env = { ...process.env, CHROME: ensureBrowsers(), RUST_LOG: 'error' };
  const states: State[] = [];
  const endMs = Date.now() + seconds * 1_000;
  for (let run = 1; endMs - Date.now() > MIN_RUN_MS || run === 1; run += 1) {
    const folder = info.outputPath(`run-${run}`);
    const options = {
      'time-limit': `${Math.ceil((endMs - Date.now()) / 1_000)}s`,
      width,
      height,
      'output-path': folder,
      // Inline scripts that were changed would not have the hashes that the security policy names.
      'instrument-javascript': 'files',
    };
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
    const args = ['browser', 'test', '--headless', '--no-sandbox', ...given, url, RULES];
    await runBombadil(args, env, endMs - Date.now() + MAX_OVERTIME_MS);
    const trace = path.join(folder, 'trace.jsonl');
    const lines = readFileSync(trace, 'utf8').trim().split('\n').filter(Boolean);
    states.push(...lines.map((line) => JSON.parse(line) as State));
  }
  return states;
}

const violationsOf = (states: readonly State[]) =>
  states.flatMap(({ action, state: { url }, violations }) =>
    violations.map(({ name, violation }) => ({ name, url, action, violation })),
  );

const SIZES = [
  [320, 640],
  [390, 844],
  [1280, 800],
] as const;

for (const [width, height] of SIZES)
  test(`taps at random break nothing at ${width} pixels`, async ({ url, servers }, info) => {
    test.setTimeout(SECONDS * 1_000 + 180_000);
    const states = await explore(`${url}/login`, info, { width, height });
    expect(violationsOf(states)).toEqual([]);
    const screens = new Set(states.map(({ state }) => new URL(state.url).pathname));
    console.log(`${states.length} states, ${screens.size} addresses`);
    expect(screens.size).toBeGreaterThan(MIN_SCREENS);
    await servers.proveBooks();
  });

const RULE_NAMES = [
  'noConsoleErrors',
  'noUncaughtExceptions',
  'noUnhandledPromiseRejections',
  'noErrorPage',
  'noProgramWords',
  'noNegativeBalance',
  'noDeadEnd',
  'waitingEnds',
  'nothingIsCutOff',
  'backLeadsBack',
];
/** Breaks every rule by itself, and the one on the way back when it is taken. */
const BROKEN_PAGE = `<!doctype html><meta charset="utf-8"><title>Broken</title><div id="root" style="width: 2000px" aria-busy="true">
  <h1>This page did not load</h1><p aria-label="Balance">-₦5</p><p>NaN</p></div>
  <script>
    const goFurther = () => history.state || history.pushState('further', '', '/further');
    addEventListener('popstate', goFurther);
    goFurther();
    const fail = () => {
      console.error('planted');
      Promise.reject(new Error('planted'));
      throw new Error('planted');
    };
    setInterval(fail, 500);
  </script>`;

// eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
test('each rule finds a page that breaks it', async ({}, info) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(BROKEN_PAGE);
  });
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  const states = await explore(`http://localhost:${port}/`, info, { seconds: 40 });
  server.close();
  const broken = new Set(violationsOf(states).map(({ name }) => name));
  expect(broken).toEqual(new Set(RULE_NAMES));
});
