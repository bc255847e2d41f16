import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

import { isExecutable, onPath } from './lib/programs.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const HEADLESS_SHELL = 'chromium-headless-shell';
export const QUIET_BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const VERSION_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** The file may be a stub that only explains how to install the browser, so it is run. */
const answersVersion = (file: string): boolean =>
  spawnSync(file, ['--version'], { timeout: VERSION_TIMEOUT_MS }).status === 0;

/** @throws Error when CHROMIUM_PATH names no executable file; no other browser replaces it */
export function findBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH=${chosen} is not an executable file`);
    return chosen;
  }
  if (isExecutable(chromium.executablePath())) return chromium.executablePath();
  return [...NAMES.flatMap((name) => onPath(name) ?? []), ...MAC_PATHS].find(
    (file) => isExecutable(file) && answersVersion(file),
  );
}

const versionOf = (file: string): string | undefined =>
  /\d+(?:\.\d+)+/.exec(
    spawnSync(file, ['--version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS }).stdout ?? '',
  )?.[0];

/** The headless shell halves the processor time of a page; its version must be the browser's. */
export function findHeadlessShell(browser: string): string | undefined {
  const shell = onPath(HEADLESS_SHELL);
  const version = shell && versionOf(shell);
  return version && version === versionOf(browser) ? shell : undefined;
}

function download(): void {
  const manifest = createRequire(import.meta.url).resolve('playwright/package.json');
  const cli = path.join(path.dirname(manifest), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: 'inherit',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
}

function installDebianPackage(name = 'chromium'): void {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], {
      stdio: 'inherit',
    }).status === 0;
  if (install()) return;
  spawnSync('apt-get', ['update'], { stdio: 'inherit' });
  install();
}

/**
 * Tries Playwright's download first, then Debian's package as root.
 * @throws Error that says what to do when there is still none
 */
export function ensureBrowser(): string {
  for (const obtain of [() => undefined, download, () => installDebianPackage()]) {
    obtain();
    const browser = findBrowser();
    if (browser) return browser;
  }
  throw new Error(
    'No Chromium found: set CHROMIUM_PATH, install chromium or google-chrome, or run "npx playwright install chromium"',
  );
}

export function ensureBrowsers(): string {
  const browser = ensureBrowser();
  if (path.dirname(browser) === '/usr/bin' && !findHeadlessShell(browser))
    installDebianPackage(HEADLESS_SHELL);
  return browser;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(ensureBrowser());
}
