import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, type Page, chromium } from 'playwright';
import { PLAYER, type Town } from './other-people.ts';
import { type CountingLine, type Exchange, openCountingLine } from './counting-line.ts';

export interface Visit {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

export interface DayOptions {
  readonly url: string;
  readonly browserPath: string;
  readonly town: Town;
  readonly isSaving: boolean;
}

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GH',
};
const QUIET_MS = 2_500;
const QUIET_POLL_MS = 100;
const QUIET_LIMIT_MS = 60_000;
const BETWEEN_VISITS_MS = 45 * 60_000;

async function untilQuiet(line: CountingLine): Promise<void> {
  const startedAt = performance.now();
  // Idle work of a page begins after its last response.
  await setTimeout(QUIET_MS);
  while (line.quietForMs() < QUIET_MS && performance.now() - startedAt < QUIET_LIMIT_MS)
    await setTimeout(QUIET_POLL_MS);
}

type Deed = (page: Page) => Promise<void>;

const look: Deed = async () => undefined;

const guess: Deed = async (page) => {
  const keys = page.getByRole('group', { name: 'Digit keyboard' });
  const claim = page.getByRole('button', { name: /^Claim/ }).locator('visible=true');
  await page.getByText('Tap to guess').click();
  await keys.waitFor();
  // No code that the demo draws hides more than four digits.
  for (let typed = 0; typed < 4 && (await claim.isDisabled()); typed += 1)
    await keys.getByRole('button', { name: '7', exact: true }).click();
  await claim.click();
};

const readOn: Deed = async (page) => {
  const more = page.getByRole('button', { name: 'More', exact: true });
  for (let pages = 0; pages < 2; pages += 1) {
    await more.click();
    await page.waitForTimeout(1_000);
  }
};

const dayOf = ({ vouchers }: Town): readonly (readonly [string, Deed])[] => {
  const voucher = (index: number): readonly [string, Deed] => [
    `/v/${vouchers[index % vouchers.length]}`,
    guess,
  ];
  return [
    ['/', look],
    voucher(0),
    ['/wallet', look],
    ['/', look],
    voucher(1),
    ['/transactions', readOn],
    ['/', look],
    ['/notifications', look],
    voucher(2),
    ['/', look],
    ['/my-vouchers', look],
    ['/', look],
    voucher(3),
    ['/wallet', look],
    ['/leaderboard', look],
    ['/', look],
    voucher(4),
    ['/profile', look],
    ['/', look],
    ['/wallet', look],
  ];
};

async function install(page: Page, { isSaving }: DayOptions, lineUrl: string): Promise<void> {
  await page.goto(`${lineUrl}/login`);
  if (isSaving) await page.evaluate(() => localStorage.setItem('data_saver', '1'));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.getByLabel(/^E-mail/).fill(PLAYER.email);
  await page.getByLabel('Password', { exact: true }).fill(PLAYER.password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /account menu/ }).waitFor();
}

async function age(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (by) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const db = await settled(indexedDB.open('goodies'));
    for (const name of db.objectStoreNames) {
      const store = db.transaction(name, 'readwrite').objectStore(name);
      for (const row of (await settled(store.getAll())) as Record<string, unknown>[]) {
        const times = ['fetchedAt', 'detailFetchedAt', 'at'].filter(
          (field) => typeof row[field] === 'number',
        );
        if (times.length === 0) continue;
        for (const field of times) row[field] = (row[field] as number) - by;
        await settled(store.put(row));
      }
    }
    db.close();
  }, ms);
}

async function visit(
  context: BrowserContext,
  line: CountingLine,
  address: string,
  deed: Deed,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${line.url}${address}`);
  await untilQuiet(line);
  await deed(page);
  await untilQuiet(line);
  await age(page, BETWEEN_VISITS_MS);
  await page.close();
}

/**
 * Plays 20 visits, 5 guesses and 3 pages of history.
 * @returns the evening before, on which the app was installed, and each visit
 */
export async function playDay(options: DayOptions): Promise<readonly Visit[]> {
  const profile = mkdtempSync(path.join(tmpdir(), 'goodies-bench-'));
  const line = await openCountingLine(options.url);
  const context = await chromium.launchPersistentContext(profile, {
    ...PHONE,
    executablePath: options.browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  const visits: Visit[] = [];
  try {
    // The loader of this file names functions through a helper that the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named');
    const first = await context.newPage();
    await install(first, options, line.url);
    await untilQuiet(line);
    await age(first, BETWEEN_VISITS_MS);
    await first.close();
    visits.push({ name: 'install and log in', exchanges: line.take() });
    for (const [index, [address, deed]] of dayOf(options.town).entries()) {
      await options.town.goOn(index);
      await visit(context, line, address, deed);
      visits.push({ name: address, exchanges: line.take() });
    }
    return visits;
  } finally {
    await context.close();
    await line.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}
