import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, type Page, type Request, chromium } from 'playwright';
import { QUIET_BROWSER } from '../scripts/find-browser.ts';
import { type PageReport, record, report } from './recorder.ts';
import { type LinkProfile, type SlowLink, openSlowLink } from './slow-link.ts';

export interface Visits {
  readonly cold: PageReport;
  /** The service worker is asleep before each visit. */
  readonly repeat: readonly PageReport[];
  /** Undefined where the page did not show its content. */
  readonly offline: readonly (PageReport | undefined)[];
}

export interface VisitOptions {
  readonly url: string;
  readonly browserPath: string;
  readonly browserFlags: readonly string[];
  readonly link: LinkProfile;
  readonly processorSlowdown: number;
}

const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** These times vary more between visits than between builds. */
const REPEATED_VISITS = 3;
/** The pause lets the browser finish the work of a closed tab. */
const REST_MS = 1000;
const QUIET_MS = 2000;
const QUIET_POLL_INTERVAL_MS = 100;
const VISIT_LIMIT_MS = 60_000;
/** The app precaches the rest once the page is idle, after some seconds. */
const FETCHED_QUIET_MS = 5_000;
const OFFLINE_READY_LIMIT_MS = 90_000;
const SAME_CONTENT_SHARE = 0.5;

/** Seconds of waiting behind a large file of the service worker do not count as quiet. */
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

/** @returns waits until the service worker has fetched nothing for some seconds */
function watchServiceWorkers(context: BrowserContext): () => Promise<void> {
  let lastMs = performance.now();
  context.on('requestfinished', (request) => {
    if (request.serviceWorker()) lastMs = performance.now();
  });
  return async () => {
    while (performance.now() - lastMs < FETCHED_QUIET_MS) await setTimeout(QUIET_POLL_INTERVAL_MS);
  };
}

async function visitInTurn(
  context: BrowserContext,
  link: SlowLink,
  { url, processorSlowdown }: VisitOptions,
): Promise<Visits> {
  const target = new URL(url);
  const address = `${link.url}${target.pathname}${target.search}`;

  const first = await openPage(context, processorSlowdown);
  const untilPrecached = watchServiceWorkers(context);
  const seen = await visit(first, address);
  const offlineReadyMs = await waitForOfflineReady(first);
  const cold = { ...seen, offlineReadyMs };
  await untilPrecached();
  await first.close();

  const visitAgain = async (): Promise<PageReport> => {
    const page = await openPage(context, processorSlowdown);
    try {
      return await visit(page, address);
    } finally {
      await page.close();
    }
  };
  const repeat: PageReport[] = [];
  while (repeat.length < REPEATED_VISITS) repeat.push(await visitAgain());
  await context.setOffline(true);
  const offline: (PageReport | undefined)[] = [];
  while (offline.length < REPEATED_VISITS) offline.push(await visitAgain().catch(() => undefined));
  return {
    cold,
    repeat,
    offline: offline.map((report) =>
      report && showsSameContent(report, cold) ? report : undefined,
    ),
  };
}

export async function measureVisits(options: VisitOptions): Promise<Visits> {
  const profile = mkdtempSync(path.join(tmpdir(), 'goodies-bench-'));
  const link = await openSlowLink(options.url, options.link);
  const context = await chromium.launchPersistentContext(profile, {
    ...PHONE,
    executablePath: options.browserPath,
    args: [...QUIET_BROWSER, ...options.browserFlags],
  });
  try {
    // The loader of this file names functions through a helper that the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named');
    await context.addInitScript(record);
    return await visitInTurn(context, link, options);
  } finally {
    await context.close();
    await link.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
