import type { Page } from '@playwright/test';

import type { Voucher } from '../../contract/vouchers.ts';
import { findFeatured } from '../fixtures/e2e/page-paths.ts';
import { holdRequests } from '../fixtures/e2e/network.ts';
import { untilRunning } from '../fixtures/e2e/screen.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

const preview = (page: Page) => page.locator('article [aria-hidden][style*="data:image/webp"]');
const picture = (page: Page) => page.locator('article img[src^="/covers/"]');

const findVoucher = (url: string, media: Voucher['media_type']): Promise<Voucher> =>
  findFeatured(url, ({ media_type: type }) => type === media);

const holdCovers = (page: Page) => holdRequests(page, '**/covers/**');

/** Whether what the browser reports as the page's largest paint is the preview. */
const readPaint = (page: Page) =>
  page.evaluate(async () => {
    const entriesOf = (type: string): Promise<PerformanceEntryList> =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
        observer.observe({ type, buffered: true });
      });
    const largest = (await entriesOf('largest-contentful-paint')).at(-1);
    const { element, url } = largest as PerformanceEntry & { element?: Element; url?: string };
    return {
      isPreview: element?.matches('article [aria-hidden][style]') ?? false,
      isInline: url?.startsWith('data:image/webp') ?? false,
    };
  });

const AT_PREVIEW = { isPreview: true, isInline: true };

test('the preview comes before the cover and moves nothing', async ({ page, url }) => {
  const { ulid } = await findVoucher(url, 'image');
  const letGo = await holdCovers(page);
  await page.goto(`/v/${ulid}`, { waitUntil: 'domcontentloaded' });
  await expect(preview(page)).toBeVisible();
  await expect.poll(() => readPaint(page)).toEqual(AT_PREVIEW);
  await untilRunning(page);
  await expect(preview(page)).toBeVisible();
  await expect(picture(page)).toHaveJSProperty('naturalWidth', 0);
  const place = await preview(page).boundingBox();

  letGo();
  await expect(picture(page)).not.toHaveJSProperty('naturalWidth', 0);
  // Painted for sure: decoded, and two frames later.
  await picture(page).evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  });
  expect(await readPaint(page)).toEqual(AT_PREVIEW);
  expect(await picture(page).boundingBox()).toEqual(place);
  // What is painted over it: of two layers at one place, the later one.
  expect(await picture(page).evaluate((img) => img.previousElementSibling?.outerHTML)).toContain(
    'data:image/webp',
  );
});

test('the poster of a film has a preview too', async ({ page, url }) => {
  const { ulid } = await findVoucher(url, 'video');
  await holdCovers(page);
  await page.goto(`/v/${ulid}`, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => readPaint(page)).toEqual(AT_PREVIEW);
});

test('the device keeps the preview for a visit without the server', async ({ page, url }) => {
  const { ulid } = await findVoucher(url, 'image');
  await page.goto(`/v/${ulid}`);
  await untilRunning(page);
  const shown = await preview(page).getAttribute('style');
  expect(shown).toContain('data:image/webp');
  await holdCovers(page);
  await page.route('**/api/**', (route) => route.abort());
  // A live page comes without the voucher's data.
  await page.goto(`/lv/${ulid}`, { waitUntil: 'domcontentloaded' });
  await expect(preview(page)).toHaveAttribute('style', String(shown));
});
