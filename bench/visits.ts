import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, type Page, type Request, chromium } from 'playwright';
import { QUIET_BROWSER } from '../scripts/find-browser.ts';
import { type PageReport, record, report } from './recorder.ts';
import { type LinkProfile, type SlowLink, openSlowLink } from './slow-link.ts';

/** What one phone saw of one page; undefined where it showed nothing. */
export interface Visits {
  readonly cold: PageReport;
  /** When the service worker had fetched all that it keeps, from the beginning of the cold visit. */
  readonly allKeptMs: number | null;
  /** The same page again and again, on the same line, its service worker asleep. */
  readonly repeat: readonly PageReport[];
  /** The same page with no network, its service worker asleep; undefined where it did not show its content. */
  readonly offline: readonly (PageReport | undefined)[];
}

export interface VisitOptions {
  readonly url: string;
  readonly browserPath: string;
  /** On top of what keeps a browser quiet. */
  readonly browserFlags: readonly string[];
  readonly link: LinkProfile;
  /** How many times slower than this machine the phone's processor is. */
  readonly processorSlowdown: number;
}

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** From visit to visit these differ by more than builds do, and each takes a few seconds. */
const REPEATED_VISITS = 3;
/** Between two visits: what a closed tab leaves to do is not the next page's. */
const REST_MS = 1000;
const QUIET_MS = 2000;
const QUIET_POLL_INTERVAL_MS = 100;
const VISIT_LIMIT_MS = 60_000;
/** The rest is asked for once the page is calm, which takes some seconds. */
const FETCHED_QUIET_MS = 5_000;
const OFFLINE_READY_LIMIT_MS = 90_000;
/** Least share of the words online that a page must show offline. */
const SAME_CONTENT_SHARE = 0.5;

/**
 * Watches what a page asks for.
 * @returns resolves once all of it has come and nothing more is asked for; what waits for seconds behind a large file of
 * the service worker's is no quiet
 */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let lastChangeMs = performance.now();
  const note = () => {
    lastChangeMs = performance.now();
  };
  const end = (request: Request) => {
    pending.delete(request);
    note();
  };
  page.on('request', (request) => {
    pending.add(request);
    note();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const startedAt = performance.now();
    while (pending.size > 0 || performance.now() - lastChangeMs < QUIET_MS) {
      if (performance.now() - startedAt > VISIT_LIMIT_MS) return;
      await setTimeout(QUIET_POLL_INTERVAL_MS);
    }
  };
}

/** Opens the address in a new tab of a slow phone whose service workers are asleep. */
async function openPage(context: BrowserContext, processorSlowdown: number): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.send('ServiceWorker.disable');
  await setTimeout(REST_MS);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  return page;
}

async function visit(page: Page, url: string): Promise<PageReport> {
  const untilQuiet = watchRequests(page);
  await page.goto(url, { waitUntil: 'load', timeout: VISIT_LIMIT_MS });
  await untilQuiet();
  return page.evaluate(report);
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

function showsSameContent(offline: PageReport, online: PageReport): boolean {
  const [words, expected] = [wordsOf(offline.text), [...wordsOf(online.text)]];
  const kept = expected.filter((word) => words.has(word)).length;
  return offline.firstPaintMs !== null && kept >= expected.length * SAME_CONTENT_SHARE;
}

async function waitForOfflineReady(page: Page): Promise<number | null> {
  await page
    .waitForFunction(() => window.recording?.offlineReadyMs, undefined, {
      timeout: OFFLINE_READY_LIMIT_MS,
    })
    .catch(() => undefined);
  return page.evaluate(() => window.recording?.offlineReadyMs ?? null);
}

/**
 * Watches what the service workers of a phone fetch.
 * @returns resolves once they have fetched nothing for some seconds: when their last file came, from now on
 */
function watchServiceWorkers(context: BrowserContext): () => Promise<number | null> {
  const startedAt = performance.now();
  let lastMs: number | null = null;
  context.on('requestfinished', (request) => {
    if (request.serviceWorker()) lastMs = performance.now() - startedAt;
  });
  return async () => {
    const sinceLast = (): number => performance.now() - startedAt - (lastMs ?? 0);
    while (sinceLast() < FETCHED_QUIET_MS) await setTimeout(QUIET_POLL_INTERVAL_MS);
    return lastMs;
  };
}

/** Does something as often as a visit is repeated, one after the other. */
async function repeated<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let time = 1; time <= REPEATED_VISITS; time += 1) results.push(await work());
  return results;
}

async function visitInTurn(
  context: BrowserContext,
  link: SlowLink,
  { url, processorSlowdown }: VisitOptions,
): Promise<Visits> {
  const target = new URL(url);
  const address = `${link.url}${target.pathname}${target.search}`;

  const first = await openPage(context, processorSlowdown);
  const untilAllKept = watchServiceWorkers(context);
  const seen = await visit(first, address);
  const offlineReadyMs = await waitForOfflineReady(first);
  const cold = { ...seen, offlineReadyMs };
  const allKeptMs = await untilAllKept();
  await first.close();

  const again = async (): Promise<PageReport> => {
    const page = await openPage(context, processorSlowdown);
    try {
      return await visit(page, address);
    } finally {
      await page.close();
    }
  };
  const repeat = await repeated(again);
  await context.setOffline(true);
  const offline = await repeated(() => again().catch(() => undefined));
  return {
    cold,
    allKeptMs,
    repeat,
    offline: offline.map((report) =>
      report && showsSameContent(report, cold) ? report : undefined,
    ),
  };
}

/** Visits a page as a phone that has never been there: cold, some times more, and without a network. */
export async function measureVisits(options: VisitOptions): Promise<Visits> {
  const profile = mkdtempSync(path.join(tmpdir(), 'goodies-bench-'));
  const link = await openSlowLink(options.url, options.link);
  const context = await chromium.launchPersistentContext(profile, {
    ...PHONE,
    executablePath: options.browserPath,
    args: [...QUIET_BROWSER, ...options.browserFlags],
  });
  try {
    // The loader that runs this file names functions through a helper, which the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named');
    await context.addInitScript(record);
    return await visitInTurn(context, link, options);
  } finally {
    await context.close();
    await link.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
