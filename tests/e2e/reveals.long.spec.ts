import type { Browser, Page } from '@playwright/test';

import type { SubmitAnswer } from '../../contract/vouchers.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { fillMask } from '../fixtures/e2e/guess.ts';
import {
  type Giveaway,
  lotteryAt,
  openGiveaway,
  openNewGiveaway,
  viewsOf,
  wrongDigits,
} from '../fixtures/e2e/giveaways.ts';
import { callApi, demoPerson, signUpByApi, type ApiPerson } from '../fixtures/e2e/people.ts';
import { expectSound, untilRunning } from '../fixtures/e2e/screen.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';
import { lookByApi, someAddress } from '../fixtures/e2e/visitors.ts';

test.use({ sharing: 'making' });

/** How far ahead a deadline lies: long enough to prepare for it, short enough to watch it come. */
const AHEAD_MS = 12_000;
/** A digit that opens by the clock is asked for a moment later, and after that four times a minute. */
const BY_CLOCK = { timeout: 45_000 };

const news = (page: Page) => page.getByText('A digit has been revealed!');
const hidden = (page: Page, count: number) =>
  page.getByRole('group', { name: new RegExp(`\\b${count} of 13 digits hidden`) });

/** Opens the voucher and leaves a mark that a reload would wipe away. */
async function watch(page: Page, { ulid }: Giveaway): Promise<void> {
  await page.goto(`/v/${ulid}`);
  await page.evaluate(() => document.documentElement.setAttribute('data-watched', ''));
}

const expectSamePage = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-watched');

/** Another visitor opens it on a phone and in a network of their own, and closes it. */
async function lookFromAnotherPhone(
  browser: Browser,
  url: string,
  giveaway: Giveaway,
): Promise<void> {
  const before = await viewsOf(url, giveaway);
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  });
  const page = await context.newPage();
  await page.goto(`/v/${giveaway.ulid}`);
  await expect.poll(() => viewsOf(url, giveaway)).toBe(before + 1);
  await context.close();
}

test('by views: each threshold turns a digit for viewers', async ({ page, browser, url }) => {
  const giveaway = await openNewGiveaway(url, {
    masked_digits: '4',
    first_reveal_views: '2',
    second_reveal_views: '4',
  });
  await watch(page, giveaway);
  await expect(page.getByText('1 / 2 views')).toBeVisible();
  await expect(hidden(page, 4)).toBeVisible();

  // The news leaves after two seconds.
  const hasNews = expect(news(page)).toBeVisible();
  await Promise.all([hasNews, lookFromAnotherPhone(browser, url, giveaway)]);
  await expect(hidden(page, 3)).toBeVisible();
  await expect(page.getByText('2 / 4 views')).toBeVisible();

  await lookByApi(url, giveaway);
  await lookByApi(url, giveaway);
  await expect(hidden(page, 2)).toBeVisible();
  await expect(page.getByText('The last 2 digits are yours to guess')).toBeVisible();
  await expectSamePage(page);
  // The same phone again is no other viewer.
  await page.reload();
  await expect(page.getByText('4 / 4 views')).toBeVisible();
  expect(await viewsOf(url, giveaway)).toBe(4);
});

test('near a threshold the ticket asks to share it', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url, {
    second_reveal_views: '10',
  });
  for (let views = 1; views < 9; views += 1) await lookByApi(url, giveaway);
  const hint = page.getByText(
    'One digit will be revealed at 10 views. Share to make it happen faster!',
  );
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(hint).toBeVisible();
  await expect(page.getByText('1 to go')).toBeVisible();
  await lookByApi(url, giveaway);
  await expect(news(page)).toBeVisible();
  await expect(hint).toBeHidden();
});

test('by time: the digit turns as the countdown ends', async ({ page, url }) => {
  const giveaway = await openNewGiveaway(url, {
    reveal_method: 'time',
    second_reveal_views: '',
    remaining_time: `${Date.now() + AHEAD_MS}`,
  });
  await watch(page, giveaway);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(hidden(page, 2)).toBeVisible();
  await expect(news(page)).toBeVisible(BY_CLOCK);
  await expect(hidden(page, 1)).toBeVisible();
  await expect(page.getByRole('timer')).toBeHidden();
  await expect(page.getByText('Revealed', { exact: true }).last()).toBeVisible();
  await expectSamePage(page);
});

async function enter(url: string, { token }: ApiPerson, { ulid, code }: Giveaway): Promise<void> {
  const answer = await callApi<SubmitAnswer>(url, '/api/v1/vouchers/submit', {
    token,
    body: { voucher_id: ulid, code },
  });
  expect(answer.result).toBe('entered');
}

async function balanceOf(url: string, person: ApiPerson): Promise<number | undefined> {
  const { data } = await callApi<BalancesAnswer>(url, '/api/v1/wallet/balances', person);
  return data.wallets['NGN']?.amount;
}

test('by lottery: at the draw the right entries share the prize', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const players = [
    await signUpByApi(url, 'first'),
    await signUpByApi(url, 'second'),
    await signUpByApi(url, 'third'),
  ];
  const [first] = players;
  if (first) await signIn(page, url, first);
  const giveaway = await openGiveaway(url, creator, {
    ...lotteryAt(Date.now() + AHEAD_MS),
  });
  for (const player of players) await enter(url, player, giveaway);
  await watch(page, giveaway);
  await expect(page.getByRole('dialog', { name: 'You won ₦333' })).toBeVisible(BY_CLOCK);
  await page.getByRole('button', { name: 'Claim & Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You won ₦333.34', level: 1 })).toBeVisible();
  await expect(page.getByText('3 winners, about ₦333 each')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Voucher used' })).toBeVisible();
  await expect(hidden(page, 0)).toBeVisible();
  await expectSamePage(page);
  // The kobo that does not divide goes to the first entrant.
  const balances = await Promise.all(players.map((player) => balanceOf(url, player)));
  expect(balances).toEqual([333.34, 333.33, 333.33]);
});

const openLottery = async (url: string): Promise<Giveaway> =>
  openNewGiveaway(url, lotteryAt(Date.now() + HOUR_MS));

test('a lottery shows the price of an entry and one’s own entries', async ({ page, url }) => {
  const giveaway = await openLottery(url);
  const { ulid, code, maskedCode } = giveaway;
  const other = await signUpByApi(url, 'other');
  await enter(url, other, giveaway);
  await signIn(page, url, demoPerson('kofi'), `/v/${ulid}`);
  await untilRunning(page);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  const wrong = wrongDigits(code, maskedCode);
  const entered = [wrong, wrong.map((digit) => String((Number(digit) + 1) % 10))];
  for (const [made, label] of ['Enter free', 'Enter for 50 coins'].entries()) {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('textbox', { name: 'Your guess' }).focus();
    await page.keyboard.type((entered[made] ?? []).join(''));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Entry ${made + 1} of 20 is in.`)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Enter for 50 coins' })).toBeEnabled();
  await expect(page.getByText('3 entries, 2 yours')).toBeVisible();
  await page.getByRole('tab', { name: 'Entries 3' }).click();
  const own = page.getByRole('region', { name: 'Your entries' });
  await expect(own).toContainText('Your entries: 2 of 20');
  await expect(own.getByRole('listitem')).toHaveCount(2);
  const whole = entered.map((typed) => fillMask(giveaway, typed));
  const rows = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '@' });
  await expect(rows).toHaveCount(3);
  for (const shown of whole) {
    await expect(own.getByRole('listitem').filter({ hasText: shown })).toHaveCount(1);
    await expect(rows.filter({ hasText: '@kofi (you)' }).filter({ hasText: shown })).toHaveCount(1);
  }
  // What somebody else entered stays as hidden as the voucher itself.
  await expect(rows.filter({ hasText: other.username })).toContainText(maskedCode);
  await expectSound(page);
});

test('with too few coins for another entry a lottery says so', async ({ page, url }) => {
  const giveaway = await openLottery(url);
  const entrant = await signUpByApi(url, 'entrant');
  await enter(url, entrant, giveaway);
  await signIn(page, url, entrant, `/v/${giveaway.ulid}`);
  await expect(page.getByRole('button', { name: 'Enter for 50 coins' })).toBeDisabled();
  await expect(
    page.getByText('Another entry costs 50 coins and you have 0. A share earns you 50.'),
  ).toBeVisible();
});
