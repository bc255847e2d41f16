import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../scripts/lib/run-command.ts';

const CLI = path.join(import.meta.dirname, 'node_modules', 'lighthouse', 'cli', 'index.js');
const LIGHTHOUSE_BROWSER = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];

export interface LighthouseReport {
  /** From 0 to 100. */
  readonly performance: number;
  readonly interactiveMs: number;
  readonly layoutShift: number;
}

interface RawReport {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** Lighthouse is large and only used here, so it is installed when it is first needed. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(CLI)) return;
  const { exitCode } = await runCommand('npm', ['install', '--no-save', '--prefix', 'bench'], {
    show: true,
  });
  if (exitCode !== 0) throw new Error('Lighthouse could not be installed; use --only slow');
}

/** @throws Error when it could not score the page */
export async function runLighthouse(
  url: string,
  browserPath: string,
  browserFlags: readonly string[],
): Promise<LighthouseReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-lighthouse-'));
  const report = path.join(folder, 'report.json');
  const flags = `--chrome-flags=${[...LIGHTHOUSE_BROWSER, ...browserFlags].join(' ')}`;
  const form = ['--quiet', '--output=json', `--output-path=${report}`];
  try {
    const { exitCode, output } = await runCommand(
      process.execPath,
      [CLI, url, ...form, '--only-categories=performance', flags],
      { env: { CHROME_PATH: browserPath } },
    );
    if (exitCode !== 0) throw new Error(`Lighthouse ended with exit code ${exitCode}: ${output}`);
    return readReport(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): LighthouseReport {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as RawReport;
  if (raw.runtimeError) throw new Error(`Lighthouse: ${raw.runtimeError.message}`);
  const value = (audit: string): number => raw.audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: Math.round((raw.categories['performance']?.score ?? Number.NaN) * 100),
    interactiveMs: value('interactive'),
    layoutShift: value('cumulative-layout-shift'),
  };
}
