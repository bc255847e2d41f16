import type { Page } from '@playwright/test';

import { holdRequests } from '../../fixtures/e2e/network.ts';
import { findOwnPages } from '../../fixtures/e2e/page-paths.ts';
import { demoPerson } from '../../fixtures/e2e/people.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

const LIMIT = 0.02;

/** Shifts so far without a touch just before them, and what moved. */
const readShifts = (page: Page): Promise<{ sum: number; moved: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const shifts = { sum: 0, moved: [] as string[] };
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node: Node | null }[];
          })[]) {
            shifts.sum += entry.value;
            for (const { node } of entry.sources)
              shifts.moved.push(
                `${entry.value.toFixed(3)} ${node?.textContent?.slice(0, 40) ?? ''}`,
              );
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are delivered before the frame after the next.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );

const untilFramesWerePainted = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

test('nothing moves when a slow server answers', async ({ page, url }) => {
  const { analytics, allowedUsers } = await findOwnPages(url);
  await signIn(page, url, demoPerson('ada'));
  const faults: string[] = [];
  const paths = ['/wallet', '/', '/transactions', '/my-vouchers', analytics, allowedUsers];
  for (const path of paths) {
    const letGo = await holdRequests(page, '**/api/**');
    const asked = page.waitForRequest('**/api/**');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await asked;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    letGo();
    await expect(page.getByRole('main')).toContainText(/₦|Ghana|Completed|User|@/);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    const { sum, moved } = await readShifts(page);
    if (sum > LIMIT) faults.push(`${path}: ${sum.toFixed(3)}: ${moved.join(' | ')}`);
    await page.context().unrouteAll();
  }
  expect(faults).toEqual([]);
});

const BALANCES = '**/api/v1/wallet/balances';
const TRANSACTIONS = '**/api/v1/transactions?**';
const WALLET_ORDERS = [
  {
    what: 'the transactions of a wallet arrive before what is in it',
    late: BALANCES,
    early: TRANSACTIONS,
  },
  {
    what: 'what is in a wallet arrives before its transactions',
    late: TRANSACTIONS,
    early: BALANCES,
  },
];

for (const { what, late, early } of WALLET_ORDERS)
  for (const width of [390, 1280])
    test(`nor when ${what}, ${width} px wide`, async ({ page, url }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, url, demoPerson('ada'));
      const letGo = await holdRequests(page, late);
      const arrived = page.waitForResponse(early);
      await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
      await (await arrived).finished();
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      letGo();
      await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
      const { sum, moved } = await readShifts(page);
      expect(sum, moved.join(' | ')).toBeLessThanOrEqual(LIMIT);
    });

for (const width of [390, 1280])
  test(`nor when its style sheets arrive last, ${width} px wide`, async ({ page, url }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, url, demoPerson('ada'));
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('₦');
    const letGo = await holdRequests(page, '**/assets/*.css');
    await page.goto('/', { waitUntil: 'commit' });
    await untilFramesWerePainted(page, 30);
    letGo();
    await untilRunning(page);
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('₦');
    await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    const { sum, moved } = await readShifts(page);
    expect(sum, moved.join(' | ')).toBeLessThanOrEqual(LIMIT);
  });
