import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { withPhone } from './phone.ts';
import { type PageReport, record, report } from './recorder.ts';
import { openSlowLink } from './slow-link.ts';

export interface Visits {
  readonly cold: PageReport;
  /** The service worker is asleep before each visit. */
  readonly repeat: readonly PageReport[];
  /** Only of visits that showed what the first one did. */
  readonly offline: readonly PageReport[];
}

export const PROCESSOR_SLOWDOWN = 4;
/** These times vary more between visits than between builds. */
const REPEATED_VISITS = 3;
/** The pause lets the browser finish the work of a closed tab. */
const REST_MS = 1000;
/** Idle work of a page begins after its last response. */
const QUIET_MS = 3000;
const VISIT_LIMIT_MS = 60_000;
/** The app precaches the rest once the page is idle, after some seconds. */
const FETCHED_QUIET_MS = 5_000;
const FETCHED_POLL_MS = 100;
const OFFLINE_READY_LIMIT_MS = 90_000;

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.send('ServiceWorker.disable');
  await setTimeout(REST_MS);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  return page;
}

async function visit(page: Page, address: string): Promise<PageReport> {
  await page.goto(address, { waitUntil: 'networkidle', timeout: VISIT_LIMIT_MS });
  await setTimeout(QUIET_MS);
  return page.evaluate(report);
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
    while (performance.now() - lastMs < FETCHED_QUIET_MS) await setTimeout(FETCHED_POLL_MS);
  };
}

async function visitInTurn(context: BrowserContext, address: string): Promise<Visits> {
  const first = await openPage(context);
  const untilPrecached = watchServiceWorkers(context);
  const seen = await visit(first, address);
  const cold = { ...seen, offlineReadyMs: await waitForOfflineReady(first) };
  await untilPrecached();
  await first.close();

  const visitAgain = async (): Promise<PageReport[]> => {
    const reports: PageReport[] = [];
    for (let at = 0; at < REPEATED_VISITS; at += 1) {
      const page = await openPage(context);
      const again = await visit(page, address).catch(() => undefined);
      if (again?.heading === cold.heading) reports.push(again);
      await page.close();
    }
    return reports;
  };
  const repeat = await visitAgain();
  await context.setOffline(true);
  return { cold, repeat, offline: await visitAgain() };
}

export async function measureVisits(url: string, browserFlags: readonly string[]): Promise<Visits> {
  const { pathname, search } = new URL(url);
  const link = await openSlowLink(url);
  try {
    return await withPhone(browserFlags, async (context) => {
      await context.addInitScript(record);
      return visitInTurn(context, `${link.url}${pathname}${search}`);
    });
  } finally {
    await link.stop();
  }
}
