import type { Page } from '@playwright/test';

import { CACHES, DATA_SAVER_KEY, FOLLOWED_SYNC_TAG } from '../../../contract/storage-keys.ts';
import { findFeatured } from '../../fixtures/e2e/page-paths.ts';
import { controlServiceWorker, readKey } from '../../fixtures/e2e/device.ts';
import { growStale } from '../../fixtures/e2e/grow-stale.ts';
import { demoPerson, logIn } from '../../fixtures/e2e/people.ts';
import { expect, testInstalled } from '../../fixtures/e2e/test.ts';

const isPageCached = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(
    async ([name = '', at = '']) => (await (await caches.open(name)).match(at)) !== undefined,
    [CACHES.documents, path],
  );

async function chooseDataSaver(page: Page, isOn: boolean): Promise<void> {
  await page.goto('/profile/settings');
  await page.getByRole('switch', { name: 'Data saver' }).setChecked(isOn);
  await expect.poll(() => readKey(page, DATA_SAVER_KEY)).toBe(isOn);
}

testInstalled('data is sent once, metered, and saved by data saver', async ({ page, url }) => {
  const { ulid } = await findFeatured(
    url,
    ({ cover, media_type: type, creator }) => cover?.src && type === 'image' && creator !== 'kofi',
  );
  const path = `/v/${ulid}`;
  await page.goto('/login');
  const { registrationId } = await controlServiceWorker(page);
  await logIn(page, demoPerson('kofi'));

  await page.goto('/transactions');
  const history = page.getByRole('main').getByText('Top-up').first();
  await expect(history).toBeVisible();
  await growStale(page, 'transactionLists');
  const again = page.waitForResponse(/\/api\/v1\/transactions\?/);
  await page.reload();
  expect((await again).status()).toBe(304);
  await expect(history).toBeVisible();

  await chooseDataSaver(page, true);
  await page.getByText('Data used').click();
  const used = page.getByRole('table', { name: 'Data used' });
  await expect(used.getByRole('row', { name: /^All/ })).toContainText(/\d KB.*\d KB/);

  const documents: string[] = [];
  page.context().on('request', (request) => {
    if (request.serviceWorker() && request.url() === `${url}${path}`) documents.push(path);
  });
  await page.goto(path);
  const cover = page.getByRole('main').locator(`img[src*="${ulid}"]`).first();
  await expect(cover).toBeVisible();
  await expect
    .poll(() => cover.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(/\/(?:160|280)-/);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('We’ll tell you when a digit opens')).toBeVisible();
  expect(documents).toEqual([]);

  expect(await isPageCached(page, path)).toBe(false);
  await chooseDataSaver(page, false);
  // The browser wakes the service worker by itself, some time or other.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', {
    origin: url,
    registrationId,
    tag: FOLLOWED_SYNC_TAG,
  });
  await expect.poll(() => isPageCached(page, path)).toBe(true);
});
