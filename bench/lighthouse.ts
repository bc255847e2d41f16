import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureBrowser } from '../scripts/find-browser.ts';
import { runCommand } from '../scripts/lib/run-command.ts';

const CLI = path.join(import.meta.dirname, 'node_modules', 'lighthouse', 'cli', 'index.js');
const LIGHTHOUSE_BROWSER = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: { readonly performance: { readonly score: number | null } };
}

/** Lighthouse is large and only used here, so it is installed when it is first needed. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(CLI)) return;
  const { exitCode } = await runCommand('npm', ['install', '--no-save', '--prefix', 'bench'], {
    show: true,
  });
  if (exitCode !== 0) throw new Error('Lighthouse could not be installed; use --only slow');
}

/**
 * @returns the score for performance, from 0 to 100
 * @throws Error when it could not score the page
 */
export async function runLighthouse(url: string, browserFlags: readonly string[]): Promise<number> {
  const flags = `--chrome-flags=${[...LIGHTHOUSE_BROWSER, ...browserFlags].join(' ')}`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, url, '--quiet', '--output=json', '--only-categories=performance', flags],
    { env: { ...process.env, CHROME_PATH: ensureBrowser() }, maxBuffer: MAX_REPORT_BYTES },
  );
  const { runtimeError, categories } = JSON.parse(stdout) as Report;
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  return Math.round((categories.performance.score ?? Number.NaN) * 100);
}
