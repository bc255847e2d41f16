import type { Locator, Page } from '@playwright/test';

import { openNewGiveaway } from '../fixtures/e2e/giveaways.ts';
import { findFeatured } from '../fixtures/e2e/page-paths.ts';
import { guessRight, guessWrong, waitBanner } from '../fixtures/e2e/guess.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { demoPerson } from '../fixtures/e2e/people.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSound,
  untilRunning,
} from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const DESK = { width: 1280, height: 800 };

/** The page itself rather than its skeleton. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('waiting, winning and what is left of a voucher', async ({ page, url }) => {
  test.slow();
  const giveaway = await openNewGiveaway(url);
  await signIn(page, url, demoPerson('ada'), `/v/${giveaway.ulid}`);
  await untilRunning(page);
  await page.getByRole('button', { name: 'Tap to guess' }).click();
  await guessWrong(page, giveaway);
  await expect(waitBanner(page)).toBeVisible();
  await expectSound(page);

  await waitBanner(page).getByRole('button', { name: 'Skip for 50 coins' }).click();
  await guessRight(page, giveaway);
  const win = page.getByRole('dialog', { name: /^Congratulations/ });
  await expect(win).toBeVisible();
  await expectSound(page);
  await page.setViewportSize(DESK);
  await expectAccessible(page);

  await win.getByRole('button', { name: 'Claim & Continue' }).click();
  await expect(page.getByRole('button', { name: 'Voucher used' })).toBeVisible();
  await expectSound(page);
});

test('menus and the messages that they lead to', async ({ page, url }) => {
  await signIn(page, url, demoPerson('ada'), '/');
  await settle(page);
  const bar = (name: string): Locator => page.getByRole('navigation', { name, exact: true });
  const open = async (within: Locator, name: string | RegExp): Promise<void> => {
    await within.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
  };
  await open(bar('Main, mobile'), 'Voucher');
  await expectNoSidewaysScroll(page);
  await page.getByRole('menuitem', { name: 'Giveaway' }).click();
  await expect(
    page.getByText('Please contact support to create a giveaway voucher.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create one here' })).toBeVisible();
  await expectSound(page);
  await open(page.getByRole('banner'), /account menu/);
  await page.keyboard.press('Escape');

  await page.setViewportSize(DESK);
  await open(bar('Main'), 'Redeem');
  await page.keyboard.press('Escape');
  await open(bar('Main'), 'Voucher');
});

test('a voucher without a network, and one that was never here', async ({ page }) => {
  await page.goto('/welcome');
  await page.getByRole('main').getByRole('link', { name: 'voucher by @' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('voucher');
  await settle(page);
  await setNetwork(page, 'lost');
  await expect(page.getByText(/You are offline\. Saved/)).toBeVisible();
  await expectSound(page);
  await setNetwork(page, 'found');
  await expect(page.getByText('You are back online.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/v/01JD7Q4KAAAAAAAAAAAAAAAAAA');
  await expect(page.getByRole('heading', { name: 'This voucher is not here' })).toBeVisible();
  await expectSound(page);
});

test('every kind of screen at a desk', async ({ page, url }) => {
  test.slow();
  await page.setViewportSize(DESK);
  const film = await findFeatured(url, ({ media_type: type }) => type === 'video');
  for (const path of ['/welcome', '/login', '/signup']) {
    await page.goto(path);
    await settle(page);
    await expectAccessible(page);
  }
  await signIn(page, url, demoPerson('ada'));
  for (const path of ['/', '/wallet', '/post-voucher', `/v/${film.ulid}`]) {
    await page.goto(path);
    await settle(page);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: /^Claim / }).click();
  await expect(page.getByRole('textbox', { name: 'Your guess' })).toBeFocused();
  await expectAccessible(page);
});

/** Public pages as links and mails lead to them; without a query they are among all screens. */
const PUBLIC_PAGES = [
  '/login?error=unauthenticated',
  '/signup?ref=ADA4',
  '/forgot-password?token=a91f4c07be1234567890',
  '/verify-email?token=a91f4c07be1234567890',
  '/auth/google/callback?code=4',
] as const;

test('public pages behind links are accessible and fit the narrowest phone', async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
      await expectSound(page);
    });
  }
});

test('forms are accessible with everything wrong in them', async ({ page }) => {
  for (const [path, button] of [
    ['/login', 'Log In'],
    ['/signup', 'Sign Up'],
    ['/forgot-password', 'Send link'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    await expectSound(page);
  }
});

test('home and its sheets are accessible, also offline', async ({ page, url }) => {
  test.slow();
  await signIn(page, url, demoPerson('kofi'), '/');
  await expect(page.getByRole('link', { name: /voucher by @/ }).first()).toBeVisible();
  await expectSound(page);

  await page.getByRole('button', { name: 'Sort and filter' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('region', { name: 'Wallet' })
    .getByRole('button', { name: 'Redeem' })
    .click();
  await page.getByLabel('Voucher code').fill('4471902886130');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await setNetwork(page, 'lost');
  await expect(page.getByRole('heading', { name: 'Saved vouchers' })).toBeVisible();
  await expectSound(page);
});

test('a ticket is reached and opened by keyboard alone', async ({ page }) => {
  await page.goto('/welcome');
  const ticket = page.getByRole('link', { name: /voucher by @/ }).first();
  await expect(ticket).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'See all' }).focus();
  await page.keyboard.press('Tab');
  await expect(ticket).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v\/[0-9A-Z]{26}$/);
});
