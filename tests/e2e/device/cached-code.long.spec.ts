import type { Page } from '@playwright/test';

import { openNewGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { missingFiles, whenServed } from '../../fixtures/e2e/device.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson, logIn } from '../../fixtures/e2e/people.ts';
import { expect, testInstalled } from '../../fixtures/e2e/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Whether the face that headings and amounts are set in is on the device. */
const hasFont = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const [, address = ''] =
      /url\("?([^")]+\.woff2)/.exec(document.documentElement.innerHTML) ?? [];
    return (await caches.match(address)) !== undefined;
  });

testInstalled('a visitor of one voucher has each public page offline', async ({ page, url }) => {
  const { ulid } = await openNewGiveaway(url);
  await page.goto(`/v/${ulid}`);
  await whenServed(page);
  await expect.poll(() => missingFiles(page)).toEqual([]);
  await expect.poll(() => hasFont(page)).toBe(true);
  await setNetwork(page, 'lost');

  await page.goto('/welcome');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  for (const [path, title] of [
    [`/v/${ulid}`, /voucher/],
    ['/help', 'Help'],
    ['/terms', /Terms/],
    ['/trust', 'Where the money is'],
    ['/signup', /account/i],
    ['/login', /Log in|Welcome/],
  ] as const) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText(title);
  }
  await page.goto('/wallet');
  await expect(page).toHaveURL(/\/login\?next=%2Fwallet/);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/welcome$/);
});

// A voucher's page, one whose document is kept, and one that the shell stands for.
for (const first of ['/v/1', '/welcome', '/rules']) {
  testInstalled(`${first} works offline before other pages came`, async ({ page, context }) => {
    await context.route(/\/(?:welcome|login|voucher|live|index)\.html$|\/help-page-/, (route) =>
      route.abort(),
    );
    await page.goto(first);
    const title = (await heading(page).textContent()) ?? '';
    expect(title).not.toBe('');
    await whenServed(page);
    await setNetwork(page, 'lost');
    await page.reload();
    await expect(heading(page)).toHaveText(title);
    await page.getByRole('button', { name: 'Switch theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', /./);
    // What could not be had is asked for when the network is back.
    await context.unrouteAll();
    await setNetwork(page, 'found');
    await expect.poll(() => missingFiles(page)).toEqual([]);
  });
}

testInstalled('the first screen comes before code of other pages', async ({ page, context }) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/welcome');
  await expect.poll(() => missingFiles(page)).toEqual([]);
  const others = asked.findIndex((path) => path.includes('/help-page-'));
  const lastOf = (part: string): number => asked.findLastIndex((path) => path.includes(part));
  expect(lastOf('/api/v1/vouchers')).toBeGreaterThan(0);
  expect(lastOf('/covers/')).toBeGreaterThan(0);
  expect(others).toBeGreaterThan(Math.max(lastOf('/api/v1/vouchers'), lastOf('/covers/')));
});

testInstalled('a user has every screen offline once its code is here', async ({ page }) => {
  await page.goto('/login');
  await whenServed(page);
  await logIn(page, demoPerson('ada'));
  await expect.poll(() => missingFiles(page)).toEqual([]);
  await setNetwork(page, 'lost');
  for (const [path, title] of [
    ['/airtime', 'Airtime'],
    ['/payment-voucher', /voucher/i],
    ['/profile/notifications', /Notification/],
    ['/premium', /Premium/i],
    ['/dashboard', 'Home'],
    ['/guesses', 'Your guesses'],
    ['/about', /Goodies/],
  ] as const) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText(title);
  }
});

testInstalled('code that could not be had comes with the next start', async ({ page, context }) => {
  const refused: string[] = [];
  await context.route(/\/assets\/wallet-page-/, async (route) => {
    refused.push(route.request().url());
    await route.abort();
  });
  await page.goto('/login');
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await whenServed(page);
  expect((await missingFiles(page)).join()).toContain('wallet-page');
  await context.unrouteAll();
  await page.reload();
  await expect.poll(() => missingFiles(page)).toEqual([]);
});
