import type { Locator, Page } from '@playwright/test';

import { digitKeys, typeDigits, waitBanner } from '../../fixtures/e2e/guess.ts';
import { hiddenDigits, openNewGiveaway, wrongDigits } from '../../fixtures/e2e/giveaways.ts';
import { watchShifts } from '../../fixtures/e2e/layout-shift.ts';
import { PIN, registerByApi } from '../../fixtures/e2e/people.ts';
import { untilRunning } from '../../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../../fixtures/e2e/sign-in.ts';
import { expect, test } from '../../fixtures/e2e/test.ts';
import { crowdByApi } from '../../fixtures/e2e/visitors.ts';
import { newAccounts } from '../../fixtures/e2e/withdrawals.ts';

test.use({ sharing: 'making' });

const MAX_TABS = 40;

async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    const isThere = await target.evaluate((element) => element === document.activeElement);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached by ${MAX_TABS} tabs`);
}

const press = async (target: Locator): Promise<void> => {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
};

async function openAs(page: Page, url: string) {
  const giveaway = await openNewGiveaway(url);
  const guesser = await signInNew(page, url, 'guesser', { path: `/v/${giveaway.ulid}` });
  await expect(page.getByRole('button', { name: 'Claim ₦1,000' })).toBeEnabled();
  await untilRunning(page);
  return { ...giveaway, guesser };
}

test('by keys alone: guessed, claimed, and withdrawn to a bank', async ({ page, url }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { code, maskedCode, guesser } = await openAs(page, url);
  const { keyboard } = page;
  await press(page.getByRole('main').getByRole('button', { name: 'Claim ₦1,000' }));
  await expect(page.getByRole('textbox', { name: 'Your guess' })).toBeFocused();
  await keyboard.type(hiddenDigits(code, maskedCode).join(''));
  await keyboard.press('Enter');
  const win = page.getByRole('dialog', { name: 'Congratulations! You won ₦1,000' });
  await expect(win).toBeVisible();
  await press(win.getByRole('button', { name: 'Claim & Continue' }));
  await expect(page.getByRole('heading', { name: 'You won ₦1,000' })).toBeFocused();

  await press(page.getByRole('link', { name: 'Withdraw' }));
  const choosing = page.getByRole('dialog', { name: 'Choose your PIN' });
  for (const field of ['New PIN', 'New PIN once more']) {
    await expect(choosing.getByLabel(field, { exact: true })).toBeFocused();
    await keyboard.type(PIN);
  }
  await expect(choosing.getByLabel('Your password')).toBeFocused();
  await keyboard.type(guesser.password);
  await keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(sheet.getByLabel('Amount', { exact: true })).toBeFocused();
  // The rail's fee comes on top.
  await keyboard.type('990');
  await tabTo(sheet.getByLabel('Bank', { exact: true }));
  await keyboard.type('Guar');
  await tabTo(sheet.getByLabel('Account number'));
  await keyboard.type(newAccounts().paid);
  await keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { name: 'Is this right?' })).toBeFocused();
  await press(sheet.getByRole('button', { name: 'Withdraw ₦990' }));
  const pin = page.getByRole('dialog', { name: 'Enter your PIN' });
  await expect(pin.getByLabel('PIN', { exact: true })).toBeFocused();
  await keyboard.type(PIN);
  await expect(sheet.getByRole('heading', { name: 'Paid out' })).toBeFocused();
  await press(sheet.getByRole('button', { name: 'Done' }));
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(`${url}/wallet`);
});

test('screen readers hear a guess and its wait, and nothing moves', async ({ page, url }) => {
  const { code, maskedCode } = await openAs(page, url);
  const running = (): Promise<string[]> =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => {
          const { activeDuration = 0 } = effect?.getComputedTiming() ?? {};
          return playState === 'running' && Number(activeDuration) > 1;
        })
        .map((animation) => (animation as CSSAnimation).animationName),
    );
  await page.getByRole('button', { name: 'Claim ₦1,000' }).click();
  const overlay = page.getByRole('dialog', { name: 'Fill the 2 hidden digits' });
  await expect(overlay).toBeVisible();
  expect(await running()).toEqual([]);
  await expect(overlay).toMatchAriaSnapshot(`
    - dialog "Fill the 2 hidden digits":
      - text: Fill the 2 hidden digits
      - button "Close"
      - group "Voucher code. 2 of 13 digits hidden.":
        - text: /^[\\d ]*blank[\\d blank]*$/
        - status: 2 left
      - textbox "Your guess": /[\\d*]{13}/
  `);
  await expect(digitKeys(page)).toMatchAriaSnapshot(`
    - group "Digit keyboard":
      - button "1"
      - button "2"
      - button "3"
      - button "4"
      - button "5"
      - button "6"
      - button "7"
      - button "8"
      - button "9"
      - button "Close keyboard"
      - button "0"
      - button "Backspace"
  `);
  await typeDigits(page, wrongDigits(code, maskedCode));
  await page.getByRole('button', { name: 'Claim ₦1,000' }).locator('visible=true').click();
  const wait = waitBanner(page);
  await expect(wait).toBeVisible();
  expect(await running()).toEqual([]);
  await expect(wait.getByRole('timer')).toHaveAccessibleName(/^(?:1 min )?\d+ sec$/);
  await expect(wait.getByRole('alert')).toContainText(/^Please wait \d+ seconds before trying/);
  await expect(wait.getByRole('button', { name: 'Share, earn 50 coins' })).toBeEnabled();
});

test('a guess that needs work is checked by the phone and moves nothing', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  await crowdByApi(url, giveaway);
  await signIn(page, url, await registerByApi(url, 'guesser'), `/v/${giveaway.ulid}`);
  const sending = page.getByRole('button', { name: /Claim ₦1,000|Sending/ });
  await expect(sending).toBeEnabled();
  await untilRunning(page);
  // Held on its way, for as long as a slow phone works.
  let tellSend: (send: () => void) => void;
  const worked = new Promise<() => void>((resolve) => {
    tellSend = resolve;
  });
  await page.route('**/vouchers/submit', async (route) => {
    const { work } = route.request().postDataJSON() as { work?: object };
    if (work) await new Promise<void>((resolve) => tellSend(resolve));
    await route.continue();
  });
  await sending.click();
  await typeDigits(page, wrongDigits(giveaway.code, giveaway.maskedCode));
  const shifted = await watchShifts(page);
  await sending.locator('visible=true').click();
  const send = await worked;
  await expect(page.getByRole('status').filter({ hasText: 'Checking…' })).toBeVisible();
  await expect(sending.locator('visible=true')).toHaveAttribute('aria-busy', 'true');
  expect(await shifted(), 'what the work moves').toBe(0);
  send();
  await expect(waitBanner(page)).toBeVisible();
});
