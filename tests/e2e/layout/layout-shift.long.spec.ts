import type { Page } from '@playwright/test';

import { recordShifts, reportShifts, type ShiftReport } from '../../fixtures/e2e/layout-shift.ts';
import { holdRequests } from '../../fixtures/e2e/network.ts';
import { findOwnPages } from '../../fixtures/e2e/page-paths.ts';
import { demoPerson } from '../../fixtures/e2e/people.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

const LIMIT = 0.02;

/** From now on the shifts of all that a page opens are counted, each time that it is called. */
async function countShifts(page: Page): Promise<() => Promise<ShiftReport>> {
  const shifts = await recordShifts(page.context());
  let counted = 0;
  return async () => {
    await shifts.flush(page);
    const fresh = shifts.all().slice(counted);
    counted = shifts.all().length;
    return reportShifts(fresh);
  };
}

const untilFramesWerePainted = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

test('nothing moves when a slow server answers', async ({ page, url }) => {
  const { analytics, allowedUsers } = await findOwnPages(url);
  await signIn(page, url, demoPerson('ada'));
  const readShifts = await countShifts(page);
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
    const { sum, lines } = await readShifts();
    if (sum > LIMIT) faults.push(`${path}: ${sum.toFixed(3)}: ${lines.join(' | ')}`);
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
      const readShifts = await countShifts(page);
      const letGo = await holdRequests(page, late);
      const arrived = page.waitForResponse(early);
      await page.goto('/wallet', { waitUntil: 'domcontentloaded' });
      await (await arrived).finished();
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      letGo();
      await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
      const { sum, lines } = await readShifts();
      expect(sum, lines.join(' | ')).toBeLessThanOrEqual(LIMIT);
    });

for (const width of [390, 1280])
  test(`nor when its style sheets arrive last, ${width} px wide`, async ({ page, url }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, url, demoPerson('ada'));
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('₦');
    const readShifts = await countShifts(page);
    const letGo = await holdRequests(page, '**/assets/*.css');
    await page.goto('/', { waitUntil: 'commit' });
    await untilFramesWerePainted(page, 30);
    letGo();
    await untilRunning(page);
    await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('₦');
    await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    const { sum, lines } = await readShifts();
    expect(sum, lines.join(' | ')).toBeLessThanOrEqual(LIMIT);
  });
