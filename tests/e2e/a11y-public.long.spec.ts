import { setNetwork } from '../fixtures/e2e/network.ts';
import { demoPerson } from '../fixtures/e2e/people.ts';
import { expectAccessible, expectSound } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'looking' });

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
