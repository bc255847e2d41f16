import { randomUUID } from 'node:crypto';

import type { APIRequestContext, Browser, Page } from '@playwright/test';

import type { SubmitAnswer } from '../../contract/vouchers.ts';
import type { BalancesAnswer } from '../../contract/wallet.ts';
import { openGiveaway, viewsOf, type Giveaway } from '../fixtures/e2e/giveaways.ts';
import { callApi, signUpByApi, type ApiPerson } from '../fixtures/e2e/people.ts';
import { signIn } from '../fixtures/e2e/sign-in.ts';
import { expect, test } from '../fixtures/e2e/test.ts';

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

/** Another visitor opens it on a phone of their own, and closes it. */
async function lookFromAnotherPhone(
  browser: Browser,
  url: string,
  giveaway: Giveaway,
): Promise<void> {
  const before = await viewsOf(url, giveaway);
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`/v/${giveaway.ulid}`);
  await expect.poll(() => viewsOf(url, giveaway)).toBe(before + 1);
  await context.close();
}

const lookByApi = async (request: APIRequestContext, { ulid }: Giveaway): Promise<void> => {
  const answer = await request.post('/api/v1/vouchers/track-views', {
    headers: { 'x-device-id': randomUUID() },
    data: { voucher_ids: [ulid] },
  });
  expect(answer.ok()).toBe(true);
};

test('by views: each threshold turns a digit for a visitor who watches', async ({
  page,
  browser,
  request,
  url,
}) => {
  const giveaway = await openGiveaway(url, await signUpByApi(url, 'creator'), {
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

  await lookByApi(request, giveaway);
  await lookByApi(request, giveaway);
  await expect(hidden(page, 2)).toBeVisible();
  await expect(page.getByText('The last 2 digits are yours to guess')).toBeVisible();
  await expectSamePage(page);
  // The same phone again is no other viewer.
  await page.reload();
  await expect(page.getByText('4 / 4 views')).toBeVisible();
  expect(await viewsOf(url, giveaway)).toBe(4);
});

test('near a threshold the ticket asks to share it', async ({ page, request, url }) => {
  const giveaway = await openGiveaway(url, await signUpByApi(url, 'creator'), {
    second_reveal_views: '10',
  });
  for (let views = 1; views < 9; views += 1) await lookByApi(request, giveaway);
  const hint = page.getByText(
    'One digit will be revealed at 10 views. Share to make it happen faster!',
  );
  await page.goto(`/v/${giveaway.ulid}`);
  await expect(hint).toBeVisible();
  await expect(page.getByText('1 to go')).toBeVisible();
  await lookByApi(request, giveaway);
  await expect(news(page)).toBeVisible();
  await expect(hint).toBeHidden();
});

test('by time: the digit turns as the countdown ends', async ({ page, url }) => {
  const creator = await signUpByApi(url, 'creator');
  const giveaway = await openGiveaway(url, creator, {
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

test('by lottery: at the draw all who are right share the prize, and the code opens', async ({
  page,
  url,
}) => {
  const creator = await signUpByApi(url, 'creator');
  const players = [
    await signUpByApi(url, 'first'),
    await signUpByApi(url, 'second'),
    await signUpByApi(url, 'third'),
  ];
  const [first] = players;
  if (first) await signIn(page, url, first);
  const giveaway = await openGiveaway(url, creator, {
    reveal_method: 'lottery',
    second_reveal_views: '',
    final_reveal_time: new Date(Date.now() + AHEAD_MS).toISOString(),
  });
  for (const player of players) await enter(url, player, giveaway);
  await watch(page, giveaway);
  await expect(page.getByRole('heading', { name: 'You won ₦333' })).toBeVisible(BY_CLOCK);
  await page.getByRole('button', { name: 'Claim & Continue' }).click();
  await expect(page.getByText('3 winners, about ₦333 each')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Voucher used' })).toBeVisible();
  await expect(hidden(page, 0)).toBeVisible();
  await expectSamePage(page);
  // The kobo that does not divide goes to the first entrant.
  const balances = await Promise.all(players.map((player) => balanceOf(url, player)));
  expect(balances).toEqual([333.34, 333.33, 333.33]);
});
