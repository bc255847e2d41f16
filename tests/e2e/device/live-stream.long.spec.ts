import type { Page } from '@playwright/test';

import { LOCKS } from '../../../contract/storage-keys.ts';
import { topUpByApi } from '../../fixtures/e2e/giveaways.ts';
import { openLine } from '../../fixtures/e2e/line.ts';
import { signInNew } from '../../fixtures/e2e/sign-in.ts';
import { discardAfterTest, expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/** Long enough for a busy machine, and far below the interval of any poll of these pages. */
const SOON = { timeout: 10_000 };

const hasStream = (page: Page): Promise<boolean> =>
  page.evaluate(async (name) => {
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name === name);
  }, LOCKS.stream);

/** The stream opens once the page has fetched what it shows. */
const untilLive = (page: Page, url: string): Promise<unknown> =>
  page.waitForResponse((response) => response.url().startsWith(`${url}/api/v1/stream`));

test('money that comes from elsewhere shows by itself, in one tab that hears for both', async ({
  page,
  url,
}) => {
  const live = untilLive(page, url);
  const person = await signInNew(page, url, 'earner', { path: '/wallet', naira: 1_000 });
  await live;
  await expect(page.getByText('₦1,000').first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${url}/wallet`);
  await expect(other.getByText('₦1,000').first()).toBeVisible();

  await topUpByApi(url, person, 500);
  await expect(page.getByText('₦1,500').first()).toBeVisible(SOON);
  await expect(other.getByText('₦1,500').first()).toBeVisible(SOON);
  expect(await hasStream(page)).toBe(true);
  await other.close();
});

test('a phone that changes networks misses nothing', async ({ page, url }) => {
  const line = await openLine(url);
  discardAfterTest(page.context());
  const live = untilLive(page, line.url);
  const person = await signInNew(page, line.url, 'traveller', { path: '/wallet', naira: 1_000 });
  await live;
  await expect(page.getByText('₦1,000').first()).toBeVisible();

  line.cut();
  await topUpByApi(url, person, 500);
  await expect(page.getByText('₦1,500')).toHaveCount(0);
  line.mend();
  await expect(page.getByText('₦1,500').first()).toBeVisible({ timeout: 20_000 });
  await page.goto('about:blank');
  await line.close();
});
