import type { Page } from '@playwright/test';

import { findFeatured } from '../../fixtures/e2e/page-paths.ts';
import { controlServiceWorker } from '../../fixtures/e2e/device.ts';
import { recordShifts, reportShifts } from '../../fixtures/e2e/layout-shift.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson } from '../../fixtures/e2e/people.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test, testInstalled } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

/** The bar's own words take one line or two. */
const WORDS_LIMIT = 0.001;

const offline = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' });
const back = (page: Page) => page.getByText('You are back online.');

/** What of the page's main part lies under the bar, with the page scrolled to its top. In px. */
const coveredAtTop = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const bar = document.querySelector('header + div > section')?.getBoundingClientRect();
    const main = document.querySelector('main')?.getBoundingClientRect();
    return (bar?.bottom ?? Number.NaN) - (main?.top ?? Number.NaN);
  });

test('the network goes and returns: nothing moves or stays covered', async ({ page, url }) => {
  const { ulid } = await findFeatured(url);
  const shifts = await recordShifts(page.context());
  await signIn(page, url, demoPerson('ada'));
  for (const { path, width, fromTop } of [
    { path: '/', width: 390, fromTop: 0 },
    { path: '/wallet', width: 320, fromTop: 0 },
    { path: '/wallet', width: 1280, fromTop: 0 },
    { path: `/v/${ulid}`, width: 390, fromTop: 300 },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await untilRunning(page);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), fromTop);
    const before = shifts.all().length;
    await setNetwork(page, 'lost');
    await expect(offline(page)).toBeInViewport();
    expect(await coveredAtTop(page), `${path} at ${width} px, under the bar`).toBeLessThanOrEqual(
      0,
    );
    await setNetwork(page, 'found');
    await expect(back(page)).toBeVisible();
    if (fromTop > 0) await expect(back(page)).toBeHidden();
    const { sum, lines } = reportShifts(shifts.all().slice(before));
    expect(sum, `${path} at ${width} px: ${lines.join('\n')}`).toBeLessThan(WORDS_LIMIT);
  }
  // The next page begins without the room.
  await page.getByRole('link', { name: 'Goodies home' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.locator('header + div')).toHaveCSS('height', '0px');
});

testInstalled('a page that is opened offline has room for the bar at once', async ({ page }) => {
  await page.goto('/welcome');
  await controlServiceWorker(page);
  await setNetwork(page, 'lost');
  const shifts = await recordShifts(page.context());
  await page.goto('/welcome');
  await untilRunning(page);
  await expect(offline(page)).toBeVisible();
  const { sum, lines } = reportShifts(shifts.all());
  expect(sum, lines.join('\n')).toBe(0);
  expect(await coveredAtTop(page)).toBeLessThanOrEqual(0);
});
