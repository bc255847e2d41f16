import type { Page } from '@playwright/test';

import type { BalancesAnswer } from '../../contract/wallet.ts';
import { claim, digitKeys, typeDigits, waitBanner } from '../fixtures/e2e/guess.ts';
import {
  type Giveaway,
  hiddenDigits,
  lotteryAt,
  openGiveaway,
  openNewGiveaway,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { watchShifts } from '../fixtures/e2e/layout-shift.ts';
import { setNetwork } from '../fixtures/e2e/network.ts';
import { callApi, demoPerson, signUpByApi } from '../fixtures/e2e/people.ts';
import { downloadBy, expectSound, untilRunning, untilSaid } from '../fixtures/e2e/screen.ts';
import { signIn, signInNew } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

test.use({ sharing: 'making' });

const enter = (page: Page) => page.getByRole('button', { name: /^(?:Claim ₦|Enter (?:free|for))/ });
const digits = (page: Page) => page.getByRole('group', { name: /^Voucher code/ });
const overlay = (page: Page) => page.getByRole('dialog', { name: /hidden digits|guess|again/ });
const field = (page: Page) => page.getByRole('textbox', { name: 'Your guess' });

const openVoucher = async (page: Page, { ulid }: Giveaway): Promise<void> => {
  await page.goto(`/v/${ulid}`);
  await expect(enter(page)).toBeVisible();
  await untilRunning(page);
};

test.describe('a guess on a phone', () => {
  test('wrong, then a wait that outlives a reload; skipped for coins', async ({ page, url }) => {
    const giveaway = await openNewGiveaway(url);
    const { code, maskedCode } = giveaway;
    await signIn(page, url, demoPerson('kofi'));
    await openVoucher(page, giveaway);

    await page.getByRole('button', { name: 'Tap to guess' }).click();
    await expect(overlay(page)).toBeVisible();
    await claim(page).click();
    await expect(overlay(page).getByRole('alert')).toHaveText('Please enter your guess');
    const [first = '', ...rest] = wrongDigits(code, maskedCode);
    await typeDigits(page, [first]);
    await claim(page).click();
    await expect(overlay(page).getByRole('alert')).toHaveText(
      'Please replace all 1 asterisks with your guess',
    );
    await typeDigits(page, rest);
    const shifted = await watchShifts(page);
    const said = untilSaid(page, 'Try again');
    await claim(page).click();
    await said;

    const banner = waitBanner(page);
    await expect(banner.getByRole('alert')).toContainText(
      /^Please wait \d+ seconds before trying again!/,
    );
    await expect(banner).toContainText(
      'Or share this giveaway with your friends & earn 50 coins you can use to skip waiting!',
    );
    await expect(claim(page)).toBeDisabled();
    await expect(banner.getByRole('button', { name: 'Skip for 50 coins' })).toBeVisible();
    expect(await shifted(), 'what a wrong guess moves').toBe(0);
    // Closed for the wait: both hidden places are hatched.
    const hatched = digits(page).evaluate(
      (code) =>
        [...code.querySelectorAll('span')].filter((place) =>
          getComputedStyle(place).backgroundImage.startsWith('repeating-linear-gradient'),
        ).length,
    );
    expect(await hatched).toBe(2);
    await page.setViewportSize({ width: 320, height: 640 });
    const [words, clock] = await Promise.all([
      banner.getByText('Try again in').boundingBox(),
      banner.getByRole('timer').boundingBox(),
    ]);
    expect(clock?.x, 'the clock stands beside its heading').toBeGreaterThan(
      (words?.x ?? 0) + (words?.width ?? 0),
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await expectSound(page);
    await page.reload();
    await expect(banner.getByRole('timer')).toBeVisible();
    await expect(claim(page)).toBeDisabled();

    await banner.getByRole('button', { name: 'Skip for 50 coins' }).click();
    await typeDigits(page, hiddenDigits(code, maskedCode));
    await claim(page).click();
    const win = page.getByRole('dialog', { name: 'Congratulations! You won ₦1,000' });
    await expect(win).toBeVisible();
    await win.getByRole('button', { name: 'Claim & Continue' }).click();
    await expect(page.getByRole('button', { name: 'Voucher used' })).toBeDisabled();
    await expect(page.getByText('@kofi')).toBeVisible();
  });

  test('on its side the phone shows the digits above the keys', async ({ page, url }) => {
    await page.setViewportSize({ width: 740, height: 360 });
    const giveaway = await openNewGiveaway(url);
    await signInNew(page, url, 'guesser');
    await openVoucher(page, giveaway);
    await claim(page).click();
    const [first = '', ...rest] = wrongDigits(giveaway.code, giveaway.maskedCode);
    await typeDigits(page, [first]);
    for (const size of [
      { width: 740, height: 360 },
      { width: 640, height: 320 },
    ]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Close keyboard' }).click();
      await claim(page).click();
      await expect(overlay(page)).toContainText('1 left');
      const [typed, keys] = await Promise.all([
        field(page).boundingBox(),
        digitKeys(page).boundingBox(),
      ]);
      expect((typed?.y ?? 0) + (typed?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
      expect(typed?.y).toBeGreaterThanOrEqual(0);
    }
    const shifted = await watchShifts(page);
    await typeDigits(page, rest);
    await claim(page).click();
    await expect(waitBanner(page)).toBeVisible();
    expect(await shifted(), 'what a wrong guess moves').toBe(0);
  });

  test('the overlay hides when left alone, and keeps what was typed', async ({ page, url }) => {
    await page.clock.install();
    const giveaway = await openNewGiveaway(url);
    await openVoucher(page, giveaway);
    await page.getByRole('button', { name: 'Tap to guess' }).click();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000);
    await typeDigits(page, ['7']);
    await page.clock.runFor(5_500);
    await expect(overlay(page)).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(overlay(page)).toBeHidden();
    await claim(page).click();
    await expect(overlay(page)).toContainText('1 left');
  });
});

test.describe('a guess at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('is typed into a field, which stays open while it has the focus', async ({ page, url }) => {
    const giveaway = await openNewGiveaway(url);
    await signInNew(page, url, 'guesser');
    await openVoucher(page, giveaway);
    await claim(page).click();
    await expect(field(page)).toBeFocused();
    const [first = '', second = ''] = wrongDigits(giveaway.code, giveaway.maskedCode);
    await page.keyboard.type(`x${first}${second}`);
    await page.keyboard.press('Backspace');
    await expect(overlay(page)).toContainText('1 left');
    await page.keyboard.type(second);
    const said = untilSaid(page, 'Try again');
    await page.keyboard.press('Enter');
    await said;
  });

  test('a paste fills the open places; Esc returns to the ticket', async ({ page, url }) => {
    const giveaway = await openNewGiveaway(url);
    await openVoucher(page, giveaway);
    await claim(page).click();
    await field(page).evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, giveaway.code);
    await expect(field(page)).toHaveValue(giveaway.code);
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(claim(page)).toBeFocused();
  });
});

test('the winner has exactly the prize in the wallet', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  const winner = await signInNew(page, url, 'winner', { naira: 250 });
  await openVoucher(page, giveaway);
  await claim(page).click();
  await typeDigits(page, hiddenDigits(giveaway.code, giveaway.maskedCode));
  await claim(page).click();
  await expect(page.getByRole('dialog', { name: /^Congratulations/ })).toBeVisible();
  // A user who wants no motion gets no confetti.
  await expect(page.locator('canvas')).toHaveCount(0);
  await page.getByRole('button', { name: 'Claim & Continue' }).click();
  const won = page.getByRole('heading', { name: 'You won ₦1,000', level: 1 });
  await expect(won).toBeFocused();
  const told = page.getByRole('region', { name: 'You won ₦1,000' });
  await expect(told).toContainText('Wallet balance₦1,250');
  await expect(told.getByRole('link', { name: 'Withdraw' })).toHaveAttribute(
    'href',
    '/wallet?withdraw',
  );
  await expect(told.getByRole('link', { name: 'Play on' })).toHaveAttribute('href', '/');
  const picture = page.getByRole('img', {
    name: `To share: @${winner.username} won ₦1,000`,
  });
  await expect(picture).toHaveJSProperty('naturalWidth', 1_080);
  const download = await downloadBy(page.getByRole('button', { name: 'Save picture' }));
  expect(download.suggestedFilename()).toBe('goodies-win.png');
  const link = new URL(
    (await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')) ?? '',
  );
  expect(link.host).toBe('wa.me');
  expect(link.searchParams.get('text')).toContain(
    `I won ₦1,000 on Goodies. Guess the hidden digits of a voucher and win the next one: ${url}/welcome?ref=${winner.user.referral_code}`,
  );
  await expectSound(page);
  // Also for whom comes back to it; nobody else's page says so.
  await page.reload();
  await expect(won).toBeVisible();
  await expect(page.getByText('This voucher has ended.')).toBeHidden();
  await page.goto(`/lv/${giveaway.ulid}`);
  await expect(won).toBeVisible();
  await page.getByRole('link', { name: 'Wallet' }).locator('visible=true').click();
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('₦1,250');
  const { data } = await callApi<BalancesAnswer>(url, '/api/v1/wallet/balances', winner);
  expect(data.wallets['NGN']?.amount).toBe(1_250);
});

test('sharing copies the link with the own code, and promises no coins before somebody comes', async ({
  page,
  url,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const giveaway = await openNewGiveaway(url);
  const sharer = await signInNew(page, url, 'sharer');
  await openVoucher(page, giveaway);
  await expect(page.getByText('0 coins')).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Voucher link copied to clipboard!')).toBeVisible();
  // In the confirmation, and under the points.
  const promise = page.getByText('Nobody has come yet; coins follow when somebody does');
  await expect(promise).toHaveCount(2);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${url}/v/${giveaway.ulid}?ref=${sharer.user.referral_code}`,
  );
});

test('the own voucher cannot be guessed, and says why', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator);
  await signIn(page, url, creator);
  await openVoucher(page, giveaway);
  await expect(claim(page)).toBeDisabled();
  await expect(page.getByText('You cannot guess your own voucher')).toBeVisible();
});

test('what does not exist says so', async ({ page }) => {
  await page.goto('/v/01JD7Q4KAAAAAAAAAAAAAAAAAA');
  const reason = page.getByRole('main').getByRole('alert');
  await expect(reason).toHaveText('Voucher not found or has been removed');
  await expect(page.getByRole('link', { name: 'Go Back Home' })).toBeVisible();
  expect((await page.goto('/v/not-an-id'))?.status()).toBe(404);
  await expect(reason).toHaveText('Invalid voucher ID');
});

test('offline a guess is refused with the reason, and kept for later', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url);
  await openVoucher(page, giveaway);
  await claim(page).click();
  await typeDigits(page, ['7']);
  await setNetwork(page, 'lost');
  await expect(claim(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Close keyboard' }).click();
  await expect(claim(page)).toHaveAccessibleDescription(
    'You are offline. Connect to the internet to do this.',
  );
  await setNetwork(page, 'found');
  await expect(claim(page)).toBeEnabled();
});

test('every kind of voucher is accessible and fits a narrow phone', async ({ page, url }) => {
  const soon = new Date(Date.now() + 3 * 3_600_000);
  const kinds: readonly Readonly<Record<string, string>>[] = [
    { second_reveal_views: '5000', ad_copy: 'Thank you for calling.' },
    { reveal_method: 'time', second_reveal_views: '', remaining_time: String(soon.getTime()) },
    {
      ...lotteryAt(soon.getTime()),
      amount: '1234567',
      network: 'Safaricom',
    },
  ];
  for (const fields of kinds) {
    const creator = await signUpByApi(url, 'a_long_creator');
    const giveaway = await openGiveaway(url, creator, fields);
    await openVoucher(page, giveaway);
    await expectSound(page);
    await enter(page).click();
    await expect(overlay(page)).toBeVisible();
    await field(page).focus();
    await expectSound(page);
  }
});
