import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

import { isExecutable, onPath } from './lib/on-path.ts';

export interface Browser {
  readonly path: string;
  readonly source: 'CHROMIUM_PATH' | 'Playwright' | 'this machine';
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const HEADLESS_SHELL = 'chromium-headless-shell';
/** Started with these, a browser does nothing of its own beside the pages. */
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

/** A file of the right name may be a stub that only tells how to install the browser, so it is asked. */
const answersVersion = (file: string): boolean =>
  spawnSync(file, ['--version'], { timeout: VERSION_TIMEOUT_MS }).status === 0;

/**
 * A Chromium that is on this machine: the one that CHROMIUM_PATH names, Playwright's own, or an installed one.
 * @throws Error when CHROMIUM_PATH names no executable file; no other browser is taken instead.
 */
export function findBrowser(): Browser | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`CHROMIUM_PATH=${chosen} is not an executable file`);
    return { path: chosen, source: 'CHROMIUM_PATH' };
  }
  if (isExecutable(chromium.executablePath())) {
    return { path: chromium.executablePath(), source: 'Playwright' };
  }
  const installed = [...NAMES.flatMap((name) => onPath(name) ?? []), ...MAC_PATHS].find(
    (file) => isExecutable(file) && answersVersion(file),
  );
  return installed ? { path: installed, source: 'this machine' } : undefined;
}

/** The version that a browser says it is, such as 156.0.8078.79. */
const versionOf = (file: string): string | undefined =>
  /\d+(?:\.\d+)+/.exec(
    spawnSync(file, ['--version'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS }).stdout ?? '',
  )?.[0];

/**
 * The same Chromium without its own windows, profiles and offers, which takes half the processor time around a page;
 * undefined where none of the browser's version is installed.
 */
export function findHeadlessShell(browser: Browser): string | undefined {
  const shell = onPath(HEADLESS_SHELL);
  const version = shell && versionOf(shell);
  return version && version === versionOf(browser.path) ? shell : undefined;
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
 * Finds a browser, or gets one: Playwright's download first, then Debian's package when run as root.
 * @throws Error that says what to do when there is still none.
 */
export function ensureBrowser(): Browser {
  for (const obtain of [() => undefined, download, () => installDebianPackage()]) {
    obtain();
    const browser = findBrowser();
    if (browser) return browser;
  }
  throw new Error(
    'No Chromium found: set CHROMIUM_PATH, install chromium or google-chrome, or run "npx playwright install chromium"',
  );
}

/** The same, and beside Debian's browser its headless shell, without which the tests take longer and find the same. */
export function ensureBrowsers(): Browser {
  const browser = ensureBrowser();
  if (path.dirname(browser.path) === '/usr/bin' && !findHeadlessShell(browser))
    installDebianPackage(HEADLESS_SHELL);
  return browser;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(ensureBrowser().path);
}
