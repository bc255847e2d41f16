import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../scripts/lib/run-command.ts';
import { type TraceEvent, withoutWaiting } from './own-time.ts';

const CLI = path.join(import.meta.dirname, 'node_modules', 'lighthouse', 'cli', 'index.js');
const LIGHTHOUSE_BROWSER = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Scores go from 0 to 100. */
interface Verdict {
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly interactiveMs: number;
  readonly layoutShift: number;
  readonly transferBytes: number;
}

export interface LighthouseReport extends Verdict {
  /** The same visit, calculated as if no task had waited for a processor (`own-time.ts`). */
  readonly ownTime: Verdict;
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

function readVerdict(file: string): Verdict {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as RawReport;
  if (raw.runtimeError) throw new Error(`Lighthouse: ${raw.runtimeError.message}`);
  const value = (audit: string): number => raw.audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string): number =>
    Math.round((raw.categories[category]?.score ?? Number.NaN) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    interactiveMs: value('interactive'),
    layoutShift: value('cumulative-layout-shift'),
    transferBytes: value('total-byte-weight'),
  };
}

async function runCli(args: readonly string[], browserPath: string): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: browserPath },
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (exitCode !== 0) throw new Error(`Lighthouse ended with exit code ${exitCode}`);
}

/**
 * Also scores the visit by thread time, because Lighthouse multiplies each task's duration by four,
 * and on a machine with few cores most of that is waiting.
 * @throws Error when it could not score the page
 */
export async function runLighthouse(
  url: string,
  browserPath: string,
  browserFlags: readonly string[],
): Promise<LighthouseReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-lighthouse-'));
  const output = path.join(folder, 'report.json');
  const traceFile = path.join(folder, 'defaultPass.trace.json');
  const report = [
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  try {
    await runCli(
      [
        url,
        ...report,
        `-GA=${folder}`,
        `--chrome-flags=${[...LIGHTHOUSE_BROWSER, ...browserFlags].join(' ')}`,
      ],
      browserPath,
    );
    const verdict = readVerdict(output);
    const trace = JSON.parse(readFileSync(traceFile, 'utf8')) as { traceEvents: TraceEvent[] };
    writeFileSync(
      traceFile,
      JSON.stringify({ ...trace, traceEvents: withoutWaiting(trace.traceEvents) }),
    );
    await runCli([...report, `-A=${folder}`], browserPath);
    return { ...verdict, ownTime: readVerdict(output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
