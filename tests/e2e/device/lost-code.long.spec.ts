import type { Page } from '@playwright/test';

import { openNewGiveaway } from '../../fixtures/e2e/giveaways.ts';
import { setNetwork } from '../../fixtures/e2e/network.ts';
import { demoPerson } from '../../fixtures/e2e/people.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

/**
 * Requests for such a file are broken off, as on a line that goes for a moment.
 * @param times how many of them
 * @returns what ends that
 */
async function lose(page: Page, file: string, times = Infinity): Promise<() => void> {
  const [name, type = 'js'] = file.split('.');
  let left = times;
  await page.route(new RegExp(`/assets/${name}(?:-[^/]+)?\\.${type}$`), (route) => {
    left -= 1;
    return left < 0 ? route.continue() : route.abort('connectionreset');
  });
  return () => {
    left = 0;
  };
}

const guess = (page: Page) => page.getByRole('textbox', { name: 'Your guess' });
const claim = (page: Page) => page.getByRole('button', { name: /^Claim ₦/ });
const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Part of this page is missing' });

/** An engine that does not ask again for what failed needs the page to be loaded anew, which is offered there. */
async function openGuess(page: Page): Promise<void> {
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(async () => {
    if (await reload.isVisible()) await reload.click();
    await claim(page).click({ timeout: 2_000 });
    await expect(guess(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

const STARTED_WITH = ['entry-client', 'voucher', 'style.css'];
const FETCHED_THEN = ['startup', 'dexie', 'data-worker', 'background-work', 'play'];
for (const file of [...STARTED_WITH, ...FETCHED_THEN]) {
  // Each is asked for once more at once, so that two of them are a loss in any engine.
  test(`a first visit that loses ${file} recovers by itself`, async ({ page, url, faults }) => {
    const { ulid } = await openNewGiveaway(url);
    await lose(page, file, 2);
    await page.goto(`/v/${ulid}`);
    await openGuess(page);
    await expect(notice(page)).toBeHidden();
    // What waited for the lost code has failed with it.
    faults.length = 0;
  });
}

test('a visitor sent to log in arrives though its code is lost', async ({ page, faults }) => {
  await lose(page, 'sign-in', 2);
  await page.goto('/redeem');
  await expect(page).toHaveURL(/\/login\?next=%2Fredeem/);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text');
  faults.length = 0;
});

test('a start that is lost for good says so and can be tried again', async ({ page, faults }) => {
  const find = await lose(page, 'entry-client');
  await page.goto('/welcome', { waitUntil: 'commit' });
  await expect(notice(page)).toBeVisible();
  // It is loaded anew three times by itself.
  await expect(async () => {
    expect(await page.evaluate(() => sessionStorage.getItem('lost'))).toBe('3');
  }).toPass();
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect(notice(page)).toBeVisible();
  find();
  await notice(page).getByRole('link', { name: 'Reload' }).click();
  await expect(notice(page)).toBeHidden();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  faults.length = 0;
});

for (const file of ['worker', 'data-worker']) {
  test(`where ${file} is lost, Log In says so in words`, async ({ page, faults }) => {
    await lose(page, file);
    await page.goto('/login');
    const { email, password } = demoPerson('ada');
    await page.getByLabel(/^E-mail/).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('An error occurred. Please try again.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Log In' })).toBeEnabled();
    faults.length = 0;
  });
}

test('a guess whose code is lost opens once it can be had', async ({ page, url, faults }) => {
  const { ulid } = await openNewGiveaway(url);
  const find = await lose(page, 'play');
  await page.goto(`/v/${ulid}`);
  await claim(page).click();
  await expect(page.getByText('Network error occurred')).toBeVisible();
  await expect(notice(page)).toBeHidden();
  find();
  await setNetwork(page, 'lost');
  await setNetwork(page, 'found');
  await openGuess(page);
  faults.length = 0;
});
