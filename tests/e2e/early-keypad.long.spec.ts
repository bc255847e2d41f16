import type { Page } from '@playwright/test';

import { openGiveaway, openNewGiveaway, wrongDigits } from '../fixtures/e2e/giveaways.ts';
import { claim, digitKeys, fillMask, typeDigits, waitBanner } from '../fixtures/e2e/guess.ts';
import { holdRequests } from '../fixtures/e2e/network.ts';
import { untilRunning } from '../fixtures/e2e/screen.ts';
import { signInNew } from '../fixtures/e2e/sign-in.ts';
import { pickUpSlowPhone } from '../fixtures/e2e/slow-phone.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const CODE = /\/assets\/[^/]*\.js$/;

const guess = (page: Page) => page.getByRole('dialog', { name: /hidden digit/ });
const field = (page: Page) => page.getByRole('textbox', { name: 'Your guess' });

/** Resolves once the app has taken the place of the document's own keypad. */
const untilTakenOver = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => !('earlyGuess' in window));

test.describe('the keypad of the document', () => {
  test('answers while no code of the app is there, and the app goes on with its digits', async ({
    browser,
    url,
  }) => {
    const giveaway = await openNewGiveaway(url);
    const phone = await pickUpSlowPhone(browser, url);
    const { page } = phone;
    const letGo = await holdRequests(page, CODE);
    try {
      await page.goto(`/v/${giveaway.ulid}`, { waitUntil: 'commit' });
      await claim(page).click();
      await expect(guess(page)).toBeVisible();
      const typed = wrongDigits(giveaway.code, giveaway.maskedCode);
      await typeDigits(page, typed.slice(0, 1));
      await expect(guess(page)).toContainText('1 left');
      letGo();
      await untilTakenOver(page);
      await expect(guess(page)).toHaveCount(1);
      await expect(field(page)).toHaveValue(fillMask(giveaway, [...typed.slice(0, 1), '*']));
      await typeDigits(page, typed.slice(1));
      await expect(field(page)).toHaveValue(fillMask(giveaway, typed));
      expect(phone.faults).toEqual([]);
    } finally {
      await phone.close();
    }
  });

  test('keeps a claim until the app sends it, once', async ({ page, url }) => {
    const giveaway = await openNewGiveaway(url);
    await signInNew(page, url, 'guesser');
    const letGo = await holdRequests(page, CODE);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/vouchers/submit')) sent += 1;
    });
    await page.goto(`/v/${giveaway.ulid}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Tap to guess' }).click();
    await typeDigits(page, wrongDigits(giveaway.code, giveaway.maskedCode));
    await claim(page).click();
    await expect(page.getByText('Checking…')).toBeVisible();
    letGo();
    await expect(waitBanner(page)).toBeVisible();
    await expect(page.getByText(/^You tried \d\d/)).toBeVisible();
    expect(sent).toBe(1);
  });

  test('gives way where the app says that the guess is not open to this user', async ({
    page,
    url,
  }) => {
    const creator = await signInNew(page, url, 'creator');
    const giveaway = await openGiveaway(url, creator);
    const letGo = await holdRequests(page, CODE);
    await page.goto(`/v/${giveaway.ulid}`, { waitUntil: 'commit' });
    await claim(page).click();
    await expect(guess(page)).toBeVisible();
    letGo();
    await untilTakenOver(page);
    await expect(guess(page)).toHaveCount(0);
    await expect(claim(page)).toBeVisible();
  });

  test('that was closed neither opens nor sends by itself', async ({ page, url }) => {
    const giveaway = await openNewGiveaway(url);
    const letGo = await holdRequests(page, CODE);
    await page.goto(`/lv/${giveaway.ulid}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.keyboard.type('7');
    await expect(guess(page)).toContainText('1 left');
    await page.keyboard.press('Escape');
    await expect(guess(page)).toHaveCount(0);
    letGo();
    await untilRunning(page);
    await untilTakenOver(page);
    await expect(digitKeys(page)).toHaveCount(0);
    await expect(guess(page)).toHaveCount(0);
  });
});
