import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { logIn, withPhone } from '../phone.ts';
import { PLAYER, type Town } from './other-people.ts';
import { type CountingLine, type Exchange, openCountingLine } from './counting-line.ts';

export interface DayOptions {
  readonly url: string;
  readonly town: Town;
  readonly isSaving: boolean;
}

export interface Day {
  /** When the app is installed. */
  readonly eveningBefore: readonly Exchange[];
  readonly visits: readonly Exchange[];
}

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

async function install(page: Page, isSaving: boolean, lineUrl: string): Promise<void> {
  await page.goto(`${lineUrl}/login`);
  if (isSaving) await page.evaluate(() => localStorage.setItem('data_saver', '1'));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await logIn(page, PLAYER);
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

/** Plays 20 visits, 5 guesses and 3 pages of history. */
export async function playDay({ url, town, isSaving }: DayOptions): Promise<Day> {
  const line = await openCountingLine(url);
  try {
    return await withPhone([], async (context) => {
      const first = await context.newPage();
      await install(first, isSaving, line.url);
      await untilQuiet(line);
      await age(first, BETWEEN_VISITS_MS);
      await first.close();
      const eveningBefore = line.take();
      for (const [index, [address, deed]] of dayOf(town).entries()) {
        await town.goOn(index);
        await visit(context, line, address, deed);
      }
      return { eveningBefore, visits: line.take() };
    });
  } finally {
    await line.stop();
  }
}
