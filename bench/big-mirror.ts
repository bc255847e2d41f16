/**
 * `npx tsx bench/big-mirror.ts [--runs N] [--only PATH]` opens and scrolls screens of the built app
 * offline on a slow phone, with 10,000 transactions and 2,000 vouchers on the device. It prints the
 * median and the worst of the longest main-thread tasks in ms of thread time, without garbage
 * collection of an idle page. Build first.
 */
import { parseArgs } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { TRANSACTION_PAGE_SIZE } from '../contract/constants.ts';
import { HOUR_MS } from '../contract/durations.ts';
import { startBuiltServer } from '../scripts/lib/built-server.ts';
import { logIn, withPhone } from './phone.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';
import { PROCESSOR_SLOWDOWN } from './visits.ts';

const DEFAULT_RUNS = 3;
const TRANSACTIONS = 10_000;
const VOUCHERS = 2_000;
const LISTED_PAGES = 20;
const OWN_PAGE_SIZE = 10;
const PAGES = [
  '/transactions',
  '/transactions?status=failed',
  '/?sort_by=views',
  '/',
  '/my-vouchers',
  '/wallet',
];
const REST_MS = 2_500;
const SCROLL_STEPS = 24;
const STEP_MS = 60;
const STEPS_A_PAGE = 8;

interface Figures {
  readonly openMs: number;
  readonly scrollMs: number;
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: `${DEFAULT_RUNS}` }, only: { type: 'string' } },
});
const pages = values.only === undefined ? PAGES : [values.only];

type Row = Readonly<Record<string, unknown>>;

const putRows = (page: Page, table: string, rows: readonly Row[]): Promise<Row[]> =>
  page.evaluate(
    ({ table, rows }) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('goodies');
        opening.addEventListener('success', () => {
          const db = opening.result;
          const write = db.transaction(table, 'readwrite');
          for (const row of rows) write.objectStore(table).put(row);
          const reading = write.objectStore(table).getAll();
          write.addEventListener('abort', () => reject(new Error(write.error?.message)));
          write.addEventListener('complete', () => {
            db.close();
            resolve(reading.result as Row[]);
          });
        });
      }),
    { table, rows },
  );

const padded = (index: number): string => String(index).padStart(6, '0');

async function copies(
  page: Page,
  table: string,
  count: number,
  own: (index: number) => Row,
): Promise<readonly Row[]> {
  const known = await putRows(page, table, []);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...known[index % known.length],
    ...own(index),
  }));
  await putRows(page, table, rows);
  return rows;
}

const listed = (rows: readonly Row[], size: number, name: string): readonly unknown[] =>
  rows.slice(0, LISTED_PAGES * size).map((row) => row[name]);

async function fill(page: Page): Promise<void> {
  const fetchedAt = Date.now();
  const transactions = await copies(page, 'transactions', TRANSACTIONS, (index) => ({
    id: `e9${padded(index)}`,
    reference: `BIG-${padded(index)}`,
    created_at: new Date(fetchedAt - index * HOUR_MS).toISOString(),
  }));
  const history = {
    key: `page=1&per_page=${TRANSACTION_PAGE_SIZE}`,
    ids: listed(transactions, TRANSACTION_PAGE_SIZE, 'id'),
    fetchedAt,
    hasMore: true,
  };
  await putRows(page, 'transactionLists', [history]);
  const named = (index: number): Row => ({
    id: 900_000 + index,
    ulid: `01ARZ3NDEKTSV4RRFFQ6${padded(index)}`,
  });
  const open = { purpose: 'giveaway', status: 'active', is_private: false };
  await copies(page, 'vouchers', VOUCHERS, (views) => ({ ...named(views), ...open, views }));
  const own = await copies(page, 'createdVouchers', VOUCHERS, named);
  const ulids = listed(own, OWN_PAGE_SIZE, 'ulid');
  const ownList = { key: 'page=1', ulids, hasMore: true, fetchedAt };
  await putRows(page, 'createdVoucherLists', [ownList]);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** `ts` and `dur` are microseconds of wall time, `tdur` of the thread's own processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The browser runs this garbage collection on any idle page, at a time of its own choice. */
const TIDYING = 'V8.GCFinalizeMCReduceMemory';

const isInside = (part: TraceEvent, task: TraceEvent): boolean =>
  part.ts >= task.ts && part.ts < task.ts + (task.dur ?? 0);

const processorMs = (events: readonly TraceEvent[]): number =>
  events.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000;

async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, {
    categories: ['toplevel', 'v8'],
  });
  await work();
  const trace = (await browser?.stopTracing())?.toString() ?? '{"traceEvents":[]}';
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const isThread = ({ name, args }: TraceEvent): boolean =>
    name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isThread).map(({ pid, tid }) => `${pid} ${tid}`));
  const events = traceEvents.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
  const tidyings = events.filter(({ name }) => name === TIDYING);
  const tasks = events.filter(({ name }) => name.endsWith('RunTask'));
  const lengths = tasks.map((task) => {
    const tidying = tidyings.filter((part) => isInside(part, task));
    return Math.round(processorMs([task]) - processorMs(tidying));
  });
  return Math.max(0, ...lengths);
}

async function measure(page: Page, path: string): Promise<Figures> {
  await page.evaluate(() => history.pushState(null, '', '/refer'));
  await setTimeout(REST_MS);
  const openMs = await longestTaskMs(page, async () => {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await setTimeout(REST_MS);
  });
  const scrollMs = await longestTaskMs(page, async () => {
    for (let step = 0; step < SCROLL_STEPS; step += 1) {
      await page.mouse.wheel(0, 600);
      await setTimeout(STEP_MS);
      const more = page.getByRole('button', { name: /^(Load )?More$/ });
      // A click at coordinates avoids the layout work of Playwright's hit test.
      const isThere = step % STEPS_A_PAGE === 0 && (await more.isVisible());
      const place = isThere ? await more.boundingBox() : null;
      if (place) await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    }
  });
  return { openMs, scrollMs };
}

async function prepare(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await logIn(page, { email: 'ada@goodies.test', password: 'goodies-demo' });
  for (const path of ['/transactions', '/my-vouchers', '/wallet', '/refer', '/']) {
    await page.goto(url + path);
    await setTimeout(REST_MS);
  }
  await fill(page);
  await page.goto(`${url}/refer`);
  // The first visit loads the code of each screen, so it is not measured.
  for (const path of pages) await measure(page, path);
  await context.setOffline(true);
  await setTimeout(REST_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  return page;
}

const figures = pages.map((path) => ({ path, runs: [] as Figures[] }));
const server = await startBuiltServer();
try {
  await withPhone([], async (context) => {
    const page = await prepare(context, server.url);
    for (let run = 0; run < Number(values.runs); run += 1)
      for (const { path, runs } of figures) runs.push(await measure(page, path));
  });
} finally {
  await server.stop();
}
const summary = (runs: readonly number[]): string => `${median(runs)} (${Math.max(...runs)})`;
const rows = figures.map(({ path, runs }) => [
  `\`${path}\``,
  summary(runs.map(({ openMs }) => openMs)),
  summary(runs.map(({ scrollMs }) => scrollMs)),
]);
console.log(table(['screen', 'opened', 'scrolled'], rows));
