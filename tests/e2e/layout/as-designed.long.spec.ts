import type { Locator } from '@playwright/test';

import { demoPerson } from '../../fixtures/e2e/people.ts';
import { expectNoSidewaysScroll } from '../../fixtures/e2e/screen.ts';
import { signIn } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

const COVER_MAX_BYTES = 40 * 1024;

const countBroken = (pictures: Locator): Promise<number> =>
  pictures.evaluateAll(
    (images: HTMLImageElement[]) =>
      images.filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).length,
  );

test('a cover that fails leaves its pattern; others load at their size', async ({ page, url }) => {
  const pictures = page.getByRole('main').getByRole('listitem').locator('img');
  await page.route('**/covers/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/covers/'),
  );
  await signIn(page, url, demoPerson('ada'), '/');
  await failed;
  await expect.poll(() => countBroken(pictures)).toBe(0);

  await page.unroute('**/covers/**');
  const loaded = page.waitForResponse('**/covers/**');
  await page.reload();
  expect(Number((await loaded).headers()['content-length'])).toBeLessThanOrEqual(COVER_MAX_BYTES);
  const cover = page.getByRole('main').getByRole('listitem').locator('img[srcset]').first();
  // How many times larger it is shown than it is.
  const stretched = cover.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { clientWidth, clientHeight, naturalWidth, naturalHeight } = image;
    return Math.max(clientWidth / naturalWidth, clientHeight / naturalHeight);
  });
  expect(await stretched).toBeLessThanOrEqual(1.05);
});

test('a ticket answers to the mouse', async ({ page, url }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, url, demoPerson('ada'), '/');
  const link = page.getByRole('link', { name: /voucher by @/ }).first();
  const topOf = async (): Promise<number> => (await link.boundingBox())?.y ?? 0;
  await link.scrollIntoViewIfNeeded();
  const before = await topOf();
  await link.hover();
  await expect.poll(topOf).toBe(before - 3);
});

test('buttons are as wide as their words, main ones as their form', async ({ page }) => {
  const widthOf = async (element: Locator): Promise<number> =>
    (await element.boundingBox())?.width ?? 0;
  await page.goto('/welcome');
  expect(await widthOf(page.getByRole('banner').getByRole('link', { name: 'Login' }))).toBeLessThan(
    90,
  );
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const form = page.getByRole('main').locator('form');
  const button = form.getByRole('button', { name: 'Log In' });
  await expect.poll(async () => (await widthOf(form)) - (await widthOf(button))).toBe(0);
});

test('an explanation of lotteries opens on the screen, at any width', async ({ page, url }) => {
  await signIn(page, url, demoPerson('ada'), '/');
  await page.getByRole('link', { name: /^GH₵800 voucher/ }).click();
  const explain = page.getByRole('button', { name: 'How this voucher works' });
  // Home, which is still there for a moment, has such amounts too.
  await expect(explain).toBeVisible();
  await expect(page.getByRole('button', { name: /^about ₦/ })).toBeVisible();
  await explain.click();
  await expect(page.getByText('Everyone whose entry is correct shares the prize')).toBeVisible();
  await expectNoSidewaysScroll(page, [320, 360, 390, 430]);
});
